import type { NotDone } from '#contract/procedures/program/account.ts';
import { ApiError, failureOf } from '#renderer/api/api.ts';
import type { AccountOverview, PauseClass } from '#renderer/session/account/account.svelte.ts';
import { Submission } from '#renderer/session/submission.svelte.ts';
import { pauseAt, type PauseToast } from '../pause-toast.ts';

/** What a form asks of the service, while it is open: whether it is under way, why it was not done, how long to wait. */
export class FormSubmission {
  readonly #account: AccountOverview;
  readonly #address: () => string | null;
  readonly #left: AbortSignal | null;
  readonly #sending = new Submission();
  #told = $state.raw<PauseToast | null>(null);

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

  get working(): boolean {
    return this.#sending.working;
  }

  get error(): string | null {
    return this.#sending.error;
  }

  /**
   * Asks, and then what the program knows of the account since: a refusal may have brought a time to wait.
   * @returns null if it was not done; `error` says why, unless the user gave it up or only has to wait
   */
  async run<T extends object>(ask: (signal: AbortSignal) => Promise<T | NotDone>): Promise<T | null> {
    const address = this.#address();
    let answer: T | null = null;
    let pause: PauseToast | null = null;
    this.#told = null;
    await this.#sending.run(
      async (stop) => {
        const signal = this.#left === null ? stop : AbortSignal.any([stop, this.#left]);
        try {
          answer = doneIn(await ask(signal));
        } catch (thrown) {
          const { retryAfterMs } = failureOf(thrown);
          if (retryAfterMs !== null) pause = { address, until: Date.now() + retryAfterMs };
          throw thrown;
        } finally {
          // Told when the form can be sent again, not before: a user who reads why and presses Enter at once lost that Enter.
          await this.#account.load();
        }
      },
      () => pause !== null,
    );
    this.#told = pause;
    return answer;
  }

  /** Gives up what is under way. */
  cancel(): void {
    this.#sending.cancel();
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

/** @throws ApiError for an answer that says that it was not done, with the time to wait that it names */
function doneIn<T extends object>(answer: T | NotDone): T {
  if (!isNotDone(answer)) return answer;
  const { message, until } = answer;
  throw new ApiError('refused', message, until === null ? null : Date.parse(until) - Date.now());
}

function isNotDone(answer: object): answer is NotDone {
  return 'kind' in answer && answer.kind === 'refused';
}
