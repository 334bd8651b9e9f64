import type { Clock } from '#contract/ports.ts';

/** How long nobody was there, and what happens when it was too long. */
export interface IdleWatch {
  /** A user is there: the time starts again. */
  touch(): void;
  /** From now on it takes as long as this, milliseconds; the time starts again. */
  allow(limitMs: number): void;
  stop(): void;
}

/** The wall clock is looked at this often: on a machine that slept, the time awake stood still. */
const LOOK_EVERY_MS = 30_000;

/**
 * Calls `onIdle` after `limitMs` without input, and again after as long. Time awake and wall clock both count, so a
 * laptop closed over lunch is locked when opened.
 */
export function watchIdle(clock: Clock, limitMs: number, onIdle: () => void): IdleWatch {
  const stopped = new AbortController();
  const now = () => ({ awakeMs: clock.awakeMs(), wallMs: clock.wallMs() });
  let touched = now();
  let allowedMs = limitMs;

  async function watch(): Promise<void> {
    while (!stopped.signal.aborted) {
      const { awakeMs, wallMs } = now();
      const left = allowedMs - Math.max(awakeMs - touched.awakeMs, wallMs - touched.wallMs);
      if (left <= 0) {
        onIdle();
        touched = now();
        continue;
      }
      await clock.sleep(Math.min(left, LOOK_EVERY_MS), stopped.signal);
    }
  }

  void watch();
  return {
    touch: () => (touched = now()),
    allow(otherMs) {
      allowedMs = otherMs;
      touched = now();
    },
    stop: () => stopped.abort(),
  };
}
