import type { Clock } from '#contract/ports.ts';

/** So long after the last key, click or turn of the wheel nobody waits for an answer any more. */
const restMs = 120;
/** However much somebody works, a piece of a sync comes after so long: else it would never end, nor be shown. */
const mostMs = 400;

/**
 * Lets whoever works at a window go first: on two cores a sync beside their answers doubles the time of each, and so does
 * all that a window asks anew because a sync changed it.
 */
export interface Courtesy {
  /** Somebody presses a key, clicks or scrolls just now. */
  readonly worked: () => void;
  /** Asked before each piece of work: resolves at once where nobody works, else when they rest; never rejects. */
  readonly giveWay: (signal?: AbortSignal) => Promise<void>;
}

/**
 * @param clock tells how long ago somebody worked
 * @param isAwaited whether a person waits for that very work: then it is not held up
 */
export function createCourtesy(
  clock: Pick<Clock, 'awakeMs' | 'sleep'>,
  isAwaited: () => boolean = () => false,
): Courtesy {
  let workedAtMs = -Infinity;
  return {
    worked() {
      workedAtMs = clock.awakeMs();
    },
    async giveWay(signal) {
      const untilMs = clock.awakeMs() + mostMs;
      for (;;) {
        const nowMs = clock.awakeMs();
        const restsAtMs = Math.min(workedAtMs + restMs, untilMs);
        if (restsAtMs <= nowMs || signal?.aborted === true || isAwaited()) return;
        await clock.sleep(restsAtMs - nowMs, signal);
      }
    },
  };
}
