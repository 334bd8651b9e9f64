import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { DossierError } from '#contract/error.ts';
import type { Ids } from '#contract/ports.ts';
import type { WatchedRequest } from '#remote/endpoints/wire.ts';

/** Who asked for what may have to wait. */
interface Asking {
  /** Aborts when they want it no longer. */
  readonly signal: AbortSignal;
  progress(event: ProgressEvent): void;
}

/** The calls of a home whose requests wait because the service asked for it. */
export interface Waits {
  /**
   * Runs a call and reports to its caller each wait longer than a moment, and the end of it.
   *
   * @param work gets an observer of its waits, and the signal for giving up
   * @throws DossierError `cancelled` if the wait was given up; else what the work throws
   */
  tell<T>(asking: Asking, work: (watch: () => WatchedRequest, signal: AbortSignal) => Promise<T>): Promise<T>;
  /** Gives up a call by the name that its wait was told with. Answers whether it waited: one that goes on is left alone. */
  readonly giveUp: (wait: string) => boolean;
}

/** A wait (ms) that nobody has to be told of. */
const momentMs = 1_000;

/** Begins with nobody waiting. @param ids names each wait, so that a window can give up the one that it shows */
export function createWaits(ids: Ids): Waits {
  /** Those that wait now, by name. */
  const waiting = new Map<string, AbortController>();

  return {
    async tell(asking, work) {
      const stop = new AbortController();
      const wait = ids.next();
      /** Of its requests, those that wait. */
      const held = new Set<WatchedRequest>();
      const watch = (): WatchedRequest => {
        const request: WatchedRequest = {
          waits(leftMs) {
            if (leftMs <= momentMs) return;
            held.add(request);
            waiting.set(wait, stop);
            asking.progress({ kind: 'pause', wait, leftMs });
          },
          goesOn() {
            if (!held.delete(request) || held.size > 0) return;
            waiting.delete(wait);
            asking.progress({ kind: 'pause', wait, leftMs: null });
          },
        };
        return request;
      };
      try {
        return await work(watch, AbortSignal.any([asking.signal, stop.signal]));
      } catch (error) {
        if (!stop.signal.aborted || error instanceof DossierError) throw error;
        throw new DossierError('cancelled', 'Given up while the service asked to wait.');
      }
    },
    giveUp(wait) {
      const stop = waiting.get(wait);
      stop?.abort();
      return stop !== undefined;
    },
  };
}
