import { failureOf, wasCancelled, type ApiError } from '#renderer/api/api.ts';

/**
 * What is sent once, by a form or a button: whether it is under way, and why it was not done. A failure changes nothing
 * of what was typed.
 */
export class Submission {
  working = $state(false);
  /** Why it was not done; a form may tell here what is wrong with it before it is sent. */
  error = $state<string | null>(null);
  readonly #failed: ((failure: ApiError) => void) | null;
  #stop: AbortController | null = null;

  /** @param failed takes every failure, to tell it elsewhere: `error` then stays empty */
  constructor(failed: ((failure: ApiError) => void) | null = null) {
    this.#failed = failed;
  }

  /**
   * Sends, unless it is under way. Never throws.
   *
   * @param send closes the form once it is done
   * @param refused takes a failure that is told elsewhere: `error` then stays empty
   * @returns whether it was done
   */
  async run(
    send: (signal: AbortSignal) => Promise<unknown>,
    refused: (failure: ApiError) => boolean = () => false,
  ): Promise<boolean> {
    if (this.working) return false;
    const stop = new AbortController();
    this.#stop = stop;
    this.working = true;
    this.error = null;
    try {
      await send(stop.signal);
      return true;
    } catch (thrown) {
      const failure = failureOf(thrown);
      if (wasCancelled(thrown) || refused(failure)) return false;
      if (this.#failed === null) this.error = failure.message;
      else this.#failed(failure);
      return false;
    } finally {
      this.working = false;
      this.#stop = null;
    }
  }

  /** Gives up what is under way. */
  cancel(): void {
    this.#stop?.abort();
  }
}
