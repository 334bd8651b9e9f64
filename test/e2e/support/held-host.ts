import { writeSync } from 'node:fs';
import { basename } from 'node:path';
import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/*
 * Loaded before the program into each of its threads (`host-hold.ts`). SIGUSR2 stops the host's thread, and those that
 * read for it, until the next one, as long work on a slow machine would.
 */

const longestMs = 120_000;
const orders = new BroadcastChannel('host-hold');
orders.unref();

if (isMainThread) {
  let held: Int32Array | null = null;
  process.on('SIGUSR2', () => {
    if (held === null) {
      held = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
      orders.postMessage(held);
    } else {
      Atomics.store(held, 0, 1);
      Atomics.notify(held, 0);
      held = null;
    }
  });
}

const part = /^(?:compose-)?(host|reader)-worker\.[jt]s$/.exec(basename(process.argv[1] ?? ''))?.[1];
if (!isMainThread && part !== undefined) {
  orders.onmessage = ({ data }: { readonly data: unknown }) => {
    if (!(data instanceof Int32Array)) return;
    // Not through the stream, which needs the other threads.
    if (part === 'host') writeSync(2, 'the host is held\n');
    Atomics.wait(data, 0, 0, longestMs);
  };
}
