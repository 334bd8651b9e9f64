import type { SyncSummary } from '#contract/procedures.ts';
import { failureOf, type Api } from '#renderer/api/api.ts';
import type { Desk } from './desk.svelte.ts';

/** How often a connected window syncs by itself. */
const everyMs = 5 * 60_000;

/** A sync that this window started, and the timer that starts one by itself. */
export class SyncRun {
  readonly #api: Api;
  readonly #desk: Desk;
  #stop = $state.raw<AbortController | null>(null);
  /** Whether the last try found no way to the service: a normal state, in which everything else goes on. */
  offline = $state(false);

  constructor(api: Api, desk: Desk) {
    this.#api = api;
    this.#desk = desk;
  }

  /** Whether this window started the sync that runs, and so can stop it. */
  readonly ours = $derived.by(() => this.#stop !== null);

  /**
   * Sends what waits and fetches what is new; a sync that runs already is left alone and answers null.
   * @throws ApiError
   */
  async run(options: { readonly acceptMissing?: boolean } = {}): Promise<SyncSummary | null> {
    if (this.#stop !== null || this.#desk.status?.syncing === true) return null;
    const stop = new AbortController();
    this.#stop = stop;
    try {
      const summary = await this.#api.call('sync.run', options, { signal: stop.signal });
      this.offline = summary.failure?.code === 'unreachable';
      return summary;
    } catch (error) {
      this.offline = failureOf(error).code === 'unreachable';
      throw error;
    } finally {
      this.#stop = null;
    }
  }

  /** Stops at a safe point; what was done until then stands. */
  cancel(): void {
    this.#stop?.abort();
  }

  /**
   * Syncs every five minutes and when the network comes back.
   * @param failed is told why one could not be done, unless there is just no network
   * @returns ends it
   */
  automatic(finished: (summary: SyncSummary) => void, failed: (thrown: unknown) => void): () => void {
    const go = (): void => {
      if (!this.#desk.connected) return;
      this.run()
        .then((summary) => {
          if (summary !== null) finished(summary);
        })
        .catch(failed);
    };
    const timer = setInterval(go, everyMs);
    window.addEventListener('online', go);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', go);
    };
  }
}
