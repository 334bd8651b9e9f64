import { parentPort, workerData } from 'node:worker_threads';
import { runWorkerLoop } from '#app/rpc/worker-loop.ts';
import type { ThreadBoot } from '#app/rpc/worker-thread.ts';
import { shareUserActivity } from '#app/rpc/user-activity.ts';
import { createSmallTable } from './small-table.ts';

/** So long a piece of work may last here. */
const patienceMs = 10_000;

/** The entry of a host thread whose sync never lets go of its thread until it sees that somebody works. */
if (parentPort === null) throw new Error('This runs in a thread.');
const work = shareUserActivity((workerData as ThreadBoot).work);
runWorkerLoop(parentPort, {
  compose: () => ({
    handlers: {
      ...createSmallTable(),
      'sync.run': (_input, { progress }) => {
        progress({ kind: 'notice', text: 'begun' });
        const until = performance.now() + patienceMs;
        while (work.read() === -Infinity && performance.now() < until);
        progress({ kind: 'notice', text: work.read() === -Infinity ? 'saw nobody' : 'saw somebody' });
        throw new Error('This sync has nothing to tell.');
      },
    },
    close: () => undefined,
  }),
  onInternal: () => undefined,
});
