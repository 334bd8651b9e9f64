import type { NotDone } from '#contract/procedures/program/account.ts';
import { failureOf, wasCancelled } from '#renderer/api/api.ts';
import type { AccountOverview, PauseClass } from '#renderer/session/account/account.svelte.ts';
import { pauseAt, type PauseToast } from '../pause-toast.ts';

/** What a form asks of the service, while it is open: whether it is under way, why it was not done, how long to wait. */
export class FormSubmission {
  readonly #account: AccountOverview;
  readonly #address: () => string | null;
  readonly #left: AbortSignal | null;
  working = $state(false);
  error = $state<string | null>(null);
  #told = $state.raw<PauseToast | null>(null);
  #stop: AbortController | null = null;

  /**
   * @param address that is typed in the form; null if the connected service is meant
   * @param left aborts when the person leaves the form: what is under way is given up with it
   */
  constructor(
    account: AccountOverview,
    address: () => string | null = () => null,
    left: AbortSignal | null = null,
  ) {
    this.#account = account;
    this.#address = address;
    this.#left = left;
  }

  /**
   * Asks, and then what the program knows of the account since: a refusal may have brought a time to wait.
   * @returns null if it was not done; `error` says why, unless the person gave it up or only has to wait
   */
  async run<T extends object>(ask: (signal: AbortSignal) => Promise<T | NotDone>): Promise<T | null> {
    const stop = new AbortController();
    const address = this.#address();
    this.#stop = stop;
    this.working = true;
    this.error = null;
    this.#told = null;
    const given = this.#left === null ? stop.signal : AbortSignal.any([stop.signal, this.#left]);
    const outcome = await ask(given).then(
      (answer) => (isNotDone(answer) ? notDone(answer, address) : { answer }),
      (thrown: unknown) => failed(thrown, address),
    );
    await this.#account.load();
    // Told when the form can be sent again, not before: a user who reads why and presses Enter at once lost that Enter.
    this.working = false;
    this.#stop = null;
    if ('answer' in outcome) return outcome.answer;
    this.error = outcome.error;
    this.#told = outcome.pause;
    return null;
  }

  /** Gives up what is under way. */
  cancel(): void {
    this.#stop?.abort();
  }

  /** Until when (ms since the epoch) the service wants no such request; null if it asked for no pause. */
  pausedUntil(of: PauseClass): number | null {
    const account = this.#account;
    const connected = account.standing?.baseUrl ?? null;
    return pauseAt(this.#address(), connected, account.pausedUntil(of), this.#told);
  }

  /** The pause is over by the clock of the page: what the program still knows of it counts. */
  readonly pauseOver = (): void => {
    this.#told = null;
    void this.#account.load();
  };
}

/** Why nothing was done, in words or as a time to wait; neither if the person gave it up. */
interface Undone {
  readonly error: string | null;
  readonly pause: PauseToast | null;
}

function notDone({ message, until }: NotDone, address: string | null): Undone {
  return until === null
    ? { error: message, pause: null }
    : { error: null, pause: { address, until: Date.parse(until) } };
}

function failed(thrown: unknown, address: string | null): Undone {
  const { message, retryAfterMs } = failureOf(thrown);
  if (retryAfterMs !== null) return { error: null, pause: { address, until: Date.now() + retryAfterMs } };
  return { error: wasCancelled(thrown) ? null : message, pause: null };
}

function isNotDone(answer: object): answer is NotDone {
  return 'kind' in answer && answer.kind === 'refused';
}
