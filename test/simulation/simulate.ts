import { addCounts, type Counts } from './play/coverage.ts';
import { drawHistory, withinQuietTime, type DrawOptions } from './draw/draw.ts';
import { play, type Played } from './play/play.ts';
import { BrokenPromise } from './promises/broken.ts';
import { shrink } from './shrink.ts';

/** A seed that broke a promise or the program, with the shortest history that still does. */
export class SimulationFailure extends Error {
  constructor(seed: number, failure: Error, story: readonly string[]) {
    super(`seed ${String(seed)}: ${failure.message}\n  ${story.join('\n  ')}`, { cause: failure });
    this.name = 'SimulationFailure';
  }
}

/** Plays one seed. */
export function playSeed(seed: number, options: DrawOptions = withinQuietTime): Promise<Played> {
  return play(drawHistory(seed, options));
}

/**
 * Plays seeds one after the other and answers what they covered.
 *
 * @throws SimulationFailure at the first that fails, cut to its shortest history
 */
export async function simulateSeeds(from: number, to: number): Promise<Counts> {
  const counts: Counts = {};
  for (let seed = from; seed <= to; seed += 1) {
    const played = await playSeed(seed);
    if (played.failure !== null) throw await tellFailure(seed, played.failure);
    addCounts(counts, played.counts);
  }
  return counts;
}

/** A failing seed cut to its shortest history, as a story. */
export async function tellFailure(
  seed: number,
  failure: Error,
  options: DrawOptions = withinQuietTime,
): Promise<SimulationFailure> {
  const short = await shrink(drawHistory(seed, options), (now) => sameFailure(failure, now));
  return new SimulationFailure(seed, short.played.failure ?? failure, [
    ...storyOf(short.played.trace),
    `as a kept seed: ${JSON.stringify(short.history)}`,
  ]);
}

/** Whether a shorter history fails in the same way: by the same promise, or by the same words. */
function sameFailure(one: Error, other: Error | null): boolean {
  if (one instanceof BrokenPromise)
    return other instanceof BrokenPromise && other.promise === one.promise && kindOf(one) === kindOf(other);
  return other !== null && !(other instanceof BrokenPromise) && kindOf(other) === kindOf(one);
}

function kindOf(error: Error): string {
  return error.message.replaceAll(/\b(?:local-)?(?:id|[smo])\d+\b/gu, '…').replaceAll(/\d+|\{.*/gu, '…');
}

/** A trace without what went as it should: reads that were simply answered, and the syncs after the faults had ended. */
export function storyOf(trace: readonly string[]): string[] {
  const end = trace.findIndex((line) => line.endsWith(' faults end'));
  const told =
    end === -1 ? trace : [...trace.slice(0, end + 1), ...trace.slice(Math.max(end + 1, trace.length - 8))];
  return told.filter((line) => !/^\d+ (?:\[\d\] )? {2}GET [^:]*$/u.test(line));
}
