import type { Clock } from '#contract/ports.ts';

export interface ManualClock extends Clock {
  /** Moves the time on and lets everything run that was due by then, in the order in which it was due. */
  advance(ms: number): Promise<void>;
  /** How many sleeps are under way. */
  sleepers(): number;
}

/** A clock that stands still until a test moves it. Starts at 2026-01-01T00:00:00Z, awake for 5 s. */
export function manualClock(): ManualClock {
  const start = Date.parse('2026-01-01T00:00:00Z');
  let passed = 0;
  const sleeping = new Set<{ readonly until: number; readonly wake: () => void }>();
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    wallMs: () => start + passed,
    awakeMs: () => 5_000 + passed,
    uptimeMs: () => 5_000 + passed,
    bootId: () => 'boot',
    sleep(ms, signal) {
      if (signal?.aborted === true) return Promise.resolve();
      return new Promise((resolve) => {
        const sleeper = {
          until: passed + ms,
          wake() {
            sleeping.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleeping.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake, { once: true });
      });
    },
    async advance(ms) {
      const end = passed + ms;
      await settle();
      for (;;) {
        const due = [...sleeping].filter(({ until }) => until <= end).sort((a, b) => a.until - b.until)[0];
        if (due === undefined) break;
        passed = Math.max(passed, due.until);
        due.wake();
        await settle();
      }
      passed = end;
      await settle();
    },
    sleepers: () => sleeping.size,
  };
}

/** A clock whose sleeps pass at once, taking the time along: for what waits by itself. */
export function leapingClock(): Clock & { readonly slept: readonly number[] } {
  const start = Date.parse('2026-01-01T00:00:00Z');
  const slept: number[] = [];
  let passed = 0;
  return {
    slept,
    wallMs: () => start + passed,
    awakeMs: () => 5_000 + passed,
    uptimeMs: () => 5_000 + passed,
    bootId: () => 'boot',
    async sleep(ms, signal) {
      if (signal?.aborted === true) return;
      slept.push(ms);
      passed += ms;
    },
  };
}
