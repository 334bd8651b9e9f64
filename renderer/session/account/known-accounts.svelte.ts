import type { KnownAccount } from '#contract/procedures/program/account.ts';
import type { Desk } from '../desk/desk.svelte.ts';

/** The accounts whose data the open vault holds, asked for again when another one is shown. */
export class KnownAccounts {
  /** None until the program answered. */
  all = $state.raw<readonly KnownAccount[]>([]);
  readonly others = $derived.by(() => this.all.filter(({ current }) => !current));

  /** Asks again. Never rejects: without an answer none is offered. */
  async load(desk: Pick<Desk, 'api'>): Promise<void> {
    try {
      this.all = await desk.api.call('account.list', {});
    } catch {
      this.all = [];
    }
  }
}
