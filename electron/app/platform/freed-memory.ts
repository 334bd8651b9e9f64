import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Overwrites what this thread has freed: objects of the JavaScript engine, and blocks of the allocator below it. Called after a
 * lock; takes some tenths of a second. `docs/develop/security.md` says what it cannot reach.
 */
export function overwriteFreedMemory(): void {
  const collectGarbage = exposeCollector();
  setFlagsFromString('--clear-free-memory');
  try {
    collectGarbage();
    replaceYoungObjects();
    fillFreeBlocks();
    // Ends the sweep of the first one, and frees what was put over the old blocks.
    collectGarbage();
  } finally {
    setFlagsFromString('--no-clear-free-memory');
  }
}

/** The same for a thread that ends: its objects go with it, but the allocator keeps its blocks for the next thread. */
export function overwriteFreedBlocks(): void {
  exposeCollector()();
  fillFreeBlocks();
}

/** The collection that also gives the system back the pages which were emptied. */
function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('globalThis.gc') as
    ((options: Readonly<Record<string, string>>) => void) | undefined;
  // Compiled code that is kept on disk counts for the flags that it was made with.
  setFlagsFromString('--no-expose-gc');
  // Undefined if another thread has set the flag back in between: then only the blocks that are free already are overwritten.
  return () => collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

const megabyte = 1024 * 1024;

/** Young objects lie in two halves of at most 16 MB. A collection empties them without overwriting: both are filled anew. */
function replaceYoungObjects(): void {
  for (let written = 0; written < 40 * megabyte; written += 8_000) new Array<number>(1_000).fill(0);
}

/** The allocator takes larger blocks from the system and gives them back, until the program has freed such a block. */
const largestBlock = 128 * 1024 - 64;
const smallestBlock = 24;
const maxBytesOfOneSize = 32 * megabyte;
const maxBlocksOfOneSize = 20_000;
const batchBytes = megabyte / 4;
/** If the process grows by this, no free block of a size is left. */
const growthBytes = 2 * megabyte;

/** Takes the allocator's free blocks, from large to small, and fills them with zeros. */
function fillFreeBlocks(): void {
  for (let size = largestBlock; size >= smallestBlock; size = Math.floor(size * 0.6)) {
    const blocks: Uint8Array[] = [];
    const before = process.memoryUsage.rss();
    const max = Math.min(maxBlocksOfOneSize, Math.floor(maxBytesOfOneSize / size));
    while (blocks.length < max && process.memoryUsage.rss() - before < growthBytes) {
      const next = Math.min(max, blocks.length + Math.ceil(batchBytes / size));
      while (blocks.length < next) blocks.push(Buffer.allocUnsafeSlow(size).fill(0));
    }
  }
}
