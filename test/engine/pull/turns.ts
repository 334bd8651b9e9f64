import type { Clock } from '#contract/ports.ts';
import { handClock } from '../../support/desk.ts';

/** A clock that counts how often its user lets others in between (`sleep(0)`). */
export function countTurns(): { readonly clock: Clock; readonly turns: () => number } {
  const clock = handClock();
  let turns = 0;
  return {
    clock: {
      ...clock,
      sleep(ms, signal) {
        if (ms === 0) turns += 1;
        return clock.sleep(ms, signal);
      },
    },
    turns: () => turns,
  };
}
