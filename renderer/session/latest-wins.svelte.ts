import { failureOf, wasCancelled } from '#renderer/api/api.ts';

/** An answer that is asked for again and again: the newest asking wins, and the last answer stays until there is another. */
export class LatestWins<T> {
  value = $state.raw<T | null>(null);
  /** Why there is no newer one, in the program's words. */
  failure = $state.raw<string | null>(null);
  #asked: AbortController | null = null;

  /** Asks. Never throws. */
  async ask(fetch: (signal: AbortSignal) => Promise<T>): Promise<void> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    try {
      const value = await fetch(asked.signal);
      if (this.#asked !== asked) return;
      this.value = value;
      this.failure = null;
    } catch (thrown) {
      if (this.#asked === asked && !wasCancelled(thrown)) this.failure = failureOf(thrown).message;
    }
  }

  /** Gives up what is being asked for. */
  leave(): void {
    this.#asked?.abort();
    this.#asked = null;
  }
}
