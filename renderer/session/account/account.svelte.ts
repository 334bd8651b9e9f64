import type { AccountStanding } from '#contract/procedures/program/account.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import { SequenceGuard } from '#renderer/ui/sequence-guard.ts';

/** Requests that have a rate of their own. */
export type PauseClass = AccountStanding['pauses'][number]['of'];

/**
 * What the program knows of the calling user: who they are, what requests are sent with, what was refused, what
 * waits. It holds no secret; those live in the field that they are typed into, and go when it goes.
 */
export class AccountOverview {
  readonly #api: Api;
  /** Null until the program told it. */
  standing = $state.raw<AccountStanding | null>(null);
  /** Why it could not be told; null if it could. */
  failure = $state.raw<string | null>(null);
  readonly #newest = new SequenceGuard();

  constructor(api: Api) {
    this.#api = api;
  }

  /** Asks again; once it is done, nothing older is known than at this call. The service is not asked. */
  async load(): Promise<void> {
    const turn = this.#newest.ask();
    try {
      const standing = await this.#api.call('account.standing', {}, { urgency: 'later' });
      if (!this.#newest.take(turn)) return;
      this.standing = standing;
      this.failure = null;
    } catch (thrown) {
      if (this.#newest.take(turn)) this.failure = failureOf(thrown).message;
    }
  }

  /** Until when (ms since the epoch) the service wants no such request; null if it asked for no pause. */
  pausedUntil(of: PauseClass): number | null {
    const until = this.standing?.pauses.find((pause) => pause.of === of)?.until;
    return until === undefined ? null : Date.parse(until);
  }
}
