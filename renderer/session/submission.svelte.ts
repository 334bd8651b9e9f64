import { failureOf, wasCancelled, type ApiError } from '#renderer/api/api.ts';

/**
 * What is sent once, by a form or a button: whether it is under way, and why it was not done. A failure changes nothing
 * of what was typed.
 */
export class Submission {
  working = $state(false);
  /** Why it was not done; a form may tell here what is wrong with it before it is sent. */
  error = $state<string | null>(null);
  #stop: AbortController | null = null;

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
      if (!wasCancelled(thrown) && !refused(failure)) this.error = failure.message;
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
