import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { addCounts, coverageLines, type Counts } from './play/coverage.ts';
import type { Batch, BatchResult } from './worker.ts';

/**
 * `npm run simulate -- --seeds N [--from S] [--workers N] [--late] [--homes] [--all]` plays seeds on all cores, shows
 * progress and time, and finally what was covered. A seed that fails is cut to its shortest history and told as a
 * story; exit 1. With `--late` requests may land after the quiet time: seeds that break promise 3 or 6 by that are
 * counted instead. With `--homes` two or three homes work at one service in every seed. With `--all` it plays on after
 * a failing seed and lists them at the end.
 */
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1000' },
    from: { type: 'string', default: '1' },
    workers: { type: 'string', default: String(availableParallelism()) },
    late: { type: 'boolean', default: false },
    homes: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
  },
});
const first = wholeNumber('from', values.from);
const last = first + wholeNumber('seeds', values.seeds) - 1;
const batchSize = 25;

const counts: Counts = {};
let next = first;
let played = 0;
let failed: string | null = null;
const startedAt = Date.now();

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/u.test(text)) {
    process.stderr.write(`--${name} takes a whole number from 1 up, not "${text}".\n`);
    process.exit(2);
  }
  return Number(text);
}

function nextBatch(): Batch | null {
  if (next > last || failed !== null) return null;
  const { late, homes, all } = values;
  const batch = { from: next, to: Math.min(last, next + batchSize - 1), late, homes, all };
  next = batch.to + 1;
  return batch;
}

async function lane(): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url));
  try {
    for (let batch = nextBatch(); batch !== null; batch = nextBatch()) {
      const result = await playOn(worker, batch);
      played += result.seeds;
      addCounts(counts, result.counts);
      // A run that is ended early has told what it found.
      for (const what of failuresIn(result.counts)) process.stderr.write(`${what}\n`);
      failed ??= result.failure;
    }
  } finally {
    await worker.terminate();
  }
}

/** The seeds that broke a promise, each with which and how. */
function failuresIn(found: typeof counts): string[] {
  return Object.keys(found).filter((what) => what.startsWith('failed: '));
}

function playOn(worker: Worker, batch: Batch): Promise<BatchResult> {
  return new Promise((resolve, reject) => {
    const broke = (error: Error): void => {
      reject(
        new Error(`seeds ${String(batch.from)} to ${String(batch.to)}: ${error.message}`, { cause: error }),
      );
    };
    worker.once('error', broke);
    worker.once('message', (result: BatchResult) => {
      worker.off('error', broke);
      resolve(result);
    });
    worker.postMessage(batch);
  });
}

function progress(): void {
  const seconds = (Date.now() - startedAt) / 1_000;
  const rate = played / seconds;
  const left = rate === 0 ? '?' : String(Math.ceil((last - first + 1 - played) / rate));
  const line = `${played.toLocaleString('en-US')} of ${(last - first + 1).toLocaleString('en-US')} seeds, ${rate.toFixed(0)} a second, ${left} s left`;
  process.stderr.write(process.stderr.isTTY ? `\r${line}   ` : `${line}\n`);
}

const ticking = setInterval(progress, process.stderr.isTTY ? 1_000 : 20_000);
try {
  await Promise.all(Array.from({ length: wholeNumber('workers', values.workers) }, lane));
} finally {
  clearInterval(ticking);
}
const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
process.stdout.write(
  `\n${played.toLocaleString('en-US')} seeds in ${seconds} s\n${coverageLines(counts).join('\n')}\n`,
);
if (failuresIn(counts).length > 0) process.exitCode = 1;
if (failed !== null) {
  process.stdout.write(`\n${failed}\n`);
  process.exitCode = 1;
}
