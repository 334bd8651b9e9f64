import { parentPort } from 'node:worker_threads';
import { runHost } from '#host/loop.ts';
import { createSmallTable } from './small-table.ts';

/** The entry of a host thread with the small table of handlers. */
if (parentPort === null) throw new Error('This runs in a thread.');
runHost(parentPort, {
  compose: () => ({ handlers: createSmallTable(), close: () => undefined }),
  onInternal: () => undefined,
});
