import { play, type Played } from '../play/play.ts';
import type { Scenario } from './scenarios.ts';
import { storyOf } from '../simulate.ts';

/** A scenario whose program was killed, and the message if it does not hold. */
export interface Killed {
  readonly played: Played;
  readonly story: string;
}

/** Plays a scenario with a kill at each of these boundaries. */
export async function killed({ history, ground }: Scenario, killAt: readonly number[]): Promise<Killed> {
  const played = await play(history, { killAt, ground });
  return { played, story: `killed at ${killAt.join(' and ')}:\n${storyOf(played.trace).join('\n')}` };
}

/**
 * Plays a scenario with a kill at a first moment and a second one at another moment behind it, for every first one.
 *
 * @param every 1 for all pairs; 5, 7 or 11 for that part of them. From one first moment to the next, the chosen second
 *   ones move by three places, since neither three nor two divides these numbers. Each is met, counted from the first
 *   kill and from the beginning.
 */
export async function* killedTwice(scenario: Scenario, every: number): AsyncGenerator<Killed> {
  const { played } = await killed(scenario, []);
  for (const [at, first] of played.moments.entries()) {
    // After a first crash the history is another one; its own boundaries count on.
    const once = await killed(scenario, [first]);
    const seconds = once.played.moments.filter((moment) => moment > first);
    for (const second of seconds.filter((_, place) => (place + 3 * at) % every === 0))
      yield await killed(scenario, [first, second]);
  }
}
