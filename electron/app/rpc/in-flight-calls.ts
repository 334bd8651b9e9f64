import type { Clock } from '#contract/ports.ts';

/** The calls that are under way in a home, so that it can be locked under them. */
export interface InFlightCalls {
  /** Runs one. The signal that `work` gets aborts with the caller's, and when all are stopped. */
  track<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Stops all at a safe point; resolves when they have ended, or did not for too long. */
  stop(): Promise<void>;
}

/** A call that does not stop when it is asked to keeps nobody from locking longer than this. */
const STOP_PATIENCE_MS = 10_000;

/** Begins with nothing under way. @param clock bounds how long the end of the program waits */
export function createInFlightCalls(clock: Clock): InFlightCalls {
  const running = new Map<AbortController, Promise<unknown>>();
  return {
    async track(work, signal) {
      const controller = new AbortController();
      const done = work(AbortSignal.any([signal, controller.signal]));
      running.set(controller, done);
      try {
        return await done;
      } finally {
        running.delete(controller);
      }
    },
    async stop() {
      if (running.size === 0) return;
      for (const controller of running.keys()) controller.abort();
      const patience = new AbortController();
      await Promise.race([
        Promise.allSettled(running.values()),
        clock.sleep(STOP_PATIENCE_MS, patience.signal),
      ]);
      patience.abort();
    },
  };
}
