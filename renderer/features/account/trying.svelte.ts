import type { NotDone } from '#contract/account.ts';
import { failureOf, wasCancelled } from '#renderer/api/api.ts';
import type { Account } from '#renderer/state/account.svelte.ts';

/** What a form asks of the service, while it is open: whether it is under way, and why it was not done. */
export class Trying {
  readonly #account: Account;
  working = $state(false);
  error = $state<string | null>(null);
  #stop: AbortController | null = null;

  constructor(account: Account) {
    this.#account = account;
  }

  /**
   * Asks, and then what the program knows of the account since: a refusal may have brought a time to wait.
   * @returns null where it was not done; `error` says why, unless the person gave it up
   */
  async run<T extends object>(ask: (signal: AbortSignal) => Promise<T>): Promise<Exclude<T, NotDone> | null> {
    const stop = new AbortController();
    this.#stop = stop;
    this.working = true;
    this.error = null;
    try {
      const answer = await ask(stop.signal);
      if (wasDone(answer)) return answer;
      this.error = 'message' in answer ? String(answer.message) : '';
      return null;
    } catch (thrown) {
      if (!wasCancelled(thrown)) this.error = failureOf(thrown).message;
      return null;
    } finally {
      await this.#account.load();
      this.working = false;
      this.#stop = null;
    }
  }

  /** Gives up what is under way. */
  cancel(): void {
    this.#stop?.abort();
  }
}

function wasDone<T extends object>(answer: T): answer is Exclude<T, NotDone> {
  return !('kind' in answer && answer.kind === 'refused');
}
