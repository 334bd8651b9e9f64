import type { SyncSummary } from '#contract/procedures/sync.ts';
import type { Failure } from '#contract/error.ts';
import type { SettingValue } from '#contract/window/settings.ts';
import { failureOf, wasUnanswered } from '#renderer/api/api.ts';
import type { Desk } from './desk.svelte.ts';

/** How often a connected window fetches by itself if it sends only when asked (minutes). */
const fetchesEvery = 5;

/** What a sync is asked beyond sending and fetching everything. */
export interface SyncOptions {
  /** Only these engagements. */
  readonly projects?: readonly string[];
  /** What is missing is gone, the person said, */
  readonly acceptMissing?: boolean;
  /** for so many findings. */
  readonly acceptAtMost?: number;
  /** False: what is pending stays here. */
  readonly push?: boolean;
  /** What was made after this operation stays here. */
  readonly newest?: number;
}

/** A try that did not get to the service, or got no use of it. */
interface Missed {
  readonly what: 'network' | 'service';
  readonly account: string;
  /** What was fetched last by then. */
  readonly lastSynced: string;
}

/** A sync that this window started, and the timer that starts one by itself. */
export class SyncRun {
  readonly #desk: Desk;
  #stop = $state.raw<AbortController | null>(null);
  /** When this window next sends by itself, milliseconds since the epoch; null if it sends only when asked. */
  nextSendAt = $state.raw<number | null>(null);
  /** Null if the last try got through, or failed for another reason than the way to the service. */
  #missed = $state.raw<Missed | null>(null);

  constructor(desk: Desk) {
    this.#desk = desk;
  }

  /** Whether a sync is under way, no matter who started it. */
  readonly running = $derived.by(
    () => this.#stop !== null || this.#desk.status?.syncing === true || this.#desk.pace !== null,
  );
  /**
   * Whether the last try did not reach the service, or the service failed or asked to wait: normal states, in which all
   * else goes on. A sync that gets on with it has found the way before it is done, and so has one of another window
   * that brought an engagement since.
   */
  readonly without = $derived.by((): 'network' | 'service' | null => {
    const missed = this.#missed;
    if (missed === null || missed.account !== this.#desk.account || this.#desk.pace !== null) return null;
    return this.#lastSynced > missed.lastSynced ? null : missed.what;
  });
  /** Whether another window, or a command in a terminal, started the one that is under way. */
  readonly foreign = $derived.by(() => this.running && this.#stop === null);

  /** Whether one is under way. The program is asked about one that is not this window's, which may have ended since it was told. */
  async isUnderWay(): Promise<boolean> {
    if (this.foreign) await this.#desk.refresh();
    return this.#stop !== null || this.#desk.status?.syncing === true;
  }

  /**
   * Sends what waits and fetches what is new; a sync that runs already is left alone and answers null.
   * @throws ApiError
   */
  async run(options: SyncOptions = {}): Promise<SyncSummary | null> {
    if (this.running && (await this.isUnderWay())) return null;
    // Another one was asked for while the program answered.
    if (this.#stop !== null) return null;
    const stop = new AbortController();
    this.#stop = stop;
    try {
      const summary = await this.#desk.api.call(
        'sync.run',
        { ...options, projects: [...(options.projects ?? [])] },
        { signal: stop.signal },
      );
      await this.#note(summary.failure);
      return summary;
    } catch (error) {
      if (!wasUnanswered(error)) await this.#note(failureOf(error));
      throw error;
    } finally {
      this.#stop = null;
    }
  }

  async #note(failure: Pick<Failure, 'code' | 'answered'> | null): Promise<void> {
    if (failure?.code !== 'unreachable') {
      this.#missed = null;
      return;
    }
    // What came before the way was lost is no sign that it was found again.
    await this.#desk.refresh();
    const what = failure.answered === true ? 'service' : 'network';
    this.#missed = { what, account: this.#desk.account, lastSynced: this.#lastSynced };
  }

  /** When an engagement was last fetched whole, no matter who did it; '' for never. */
  get #lastSynced(): string {
    const times = this.#desk.engagements?.map(({ lastSyncedAt }) => lastSyncedAt ?? '') ?? [];
    return times.toSorted().at(-1) ?? '';
  }

  /** Stops at a safe point, no matter who started it; what was done until then stands. @throws ApiError */
  async cancel(): Promise<void> {
    if (this.#stop === null) await this.#desk.api.call('sync.cancel', {});
    else this.#stop.abort();
  }

  /**
   * Fetches every few minutes and if the network comes back, and sends along if the user chose so.
   * @param failed is told why a sync failed, except for a missing network
   * @returns ends it
   */
  automatic(
    { when, minutes }: Pick<SettingValue<'sending'>, 'when' | 'minutes'>,
    finished: (summary: SyncSummary) => void,
    failed: (thrown: unknown) => void,
  ): () => void {
    const push = when === 'automatic';
    const everyMs = (push ? minutes : fetchesEvery) * 60_000;
    const expectNext = (): void => {
      this.nextSendAt = push ? Date.now() + everyMs : null;
    };
    const go = (): void => {
      if (!this.#desk.connected) return;
      this.run({ push })
        .then((summary) => {
          if (summary !== null) finished(summary);
        })
        .catch(failed);
    };
    const timer = setInterval(() => {
      expectNext();
      go();
    }, everyMs);
    window.addEventListener('online', go);
    expectNext();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', go);
      this.nextSendAt = null;
    };
  }
}
