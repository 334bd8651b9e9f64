import type { Clock } from '#contract/ports.ts';

/** The calls that are under way in a home, so that it can be locked or given back under them. */
export interface InFlightCalls {
  /** Runs one. The signal that `work` gets aborts with the caller's, and when all are stopped. */
  track<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
  readonly count: () => number;
  /** Resolves as soon as none is under way. */
  readonly idle: () => Promise<void>;
  /** Asks every one to stop at a safe point, also those that come later. */
  abort(): void;
  /** The same; resolves when they have ended, or did not for too long. @param clock bounds how long this waits */
  stop(clock: Clock): Promise<void>;
}

/** A call that does not stop when it is asked to keeps nobody from locking longer than this. */
const STOP_TIMEOUT_MS = 10_000;

/** Begins with nothing under way. */
export function createInFlightCalls(): InFlightCalls {
  const running = new Set<Promise<unknown>>();
  const ending = new AbortController();

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running);
  }

  return {
    async track(work, signal) {
      const done = work(AbortSignal.any([signal, ending.signal]));
      running.add(done);
      try {
        return await done;
      } finally {
        running.delete(done);
      }
    },
    count: () => running.size,
    idle,
    abort: () => ending.abort(),
    async stop(clock) {
      ending.abort();
      if (running.size === 0) return;
      const timeout = new AbortController();
      await Promise.race([idle(), clock.sleep(STOP_TIMEOUT_MS, timeout.signal)]);
      timeout.abort();
    },
  };
}
