import { parentPort } from 'node:worker_threads';
import { addCounts, type Counts } from './play/coverage.ts';
import { beyondQuietTime, withinQuietTime } from './draw/draw.ts';
import { BrokenPromise } from './promises/broken.ts';
import { playSeed, tellFailure } from './simulate.ts';

/** Seeds `from` up to and with `to`; `late`: requests may land after the quiet time; `homes`: several in each; `all`: play on after a failure. */
export interface Batch {
  readonly from: number;
  readonly to: number;
  readonly late: boolean;
  readonly homes: boolean;
  readonly all: boolean;
}

/** What a batch covered, and the first seed that failed, told as a story. */
export interface BatchResult {
  readonly seeds: number;
  readonly counts: Counts;
  readonly failure: string | null;
}

/** Promises that assume that nothing lands after the quiet time. */
const assumeQuiet: readonly number[] = [3, 6];

async function playBatch({ from, to, late, homes, all }: Batch): Promise<BatchResult> {
  const options = {
    ...(late ? beyondQuietTime : withinQuietTime),
    ...(homes ? { homes: 'several' as const } : {}),
  };
  const counts: Counts = {};
  for (let seed = from; seed <= to; seed += 1) {
    const { failure, counts: more } = await playSeed(seed, options);
    addCounts(counts, more);
    if (failure === null) continue;
    if (late && failure instanceof BrokenPromise && assumeQuiet.includes(failure.promise)) {
      addCounts(counts, { [`too late: promise ${String(failure.promise)}`]: 1 });
      continue;
    }
    if (all) {
      addCounts(counts, { [`failed: seed ${String(seed)} ${failure.message.split('\n', 1)[0] ?? ''}`]: 1 });
      continue;
    }
    const { message } = await tellFailure(seed, failure, options);
    return { seeds: seed - from + 1, counts, failure: message };
  }
  return { seeds: to - from + 1, counts, failure: null };
}

parentPort?.on('message', (batch: Batch) => {
  void playBatch(batch).then((result) => {
    parentPort?.postMessage(result);
  });
});
