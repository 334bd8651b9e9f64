import type { KnownAccount } from '#contract/procedures/program/account.ts';
import type { Api } from '#renderer/api/api.ts';

/** The accounts whose data the open vault holds, asked for again when another one is shown. */
export class KnownAccounts {
  /** None until the program answered. */
  all = $state.raw<readonly KnownAccount[]>([]);
  readonly others = $derived.by(() => this.all.filter(({ current }) => !current));

  /** Asks again. Never rejects: without an answer none is offered. */
  async load(api: Api): Promise<void> {
    try {
      this.all = await api.call('account.list', {});
    } catch {
      this.all = [];
    }
  }
}
