import { parentPort, workerData } from 'node:worker_threads';
import { composeReader } from './compose-reader.ts';
import { countSyncs } from '../rpc/sync-count.ts';
import { runWorkerLoop } from '../rpc/worker-loop.ts';
import type { ThreadBoot } from '../rpc/worker-thread.ts';
import { createSystemClock } from '../platform/system.ts';

/*
 * The entry of a reader's thread. It gets the data key from the host's thread and answers questions to the
 * store until it has to close. A question that it cannot answer goes back to the host, which tells and notes what went wrong.
 */
if (parentPort === null) throw new Error('This file is the entry of a thread.');
const { home, syncs } = workerData as ThreadBoot;

runWorkerLoop(parentPort, {
  compose: (dataKey) =>
    composeReader({ home, dataKey, clock: createSystemClock(), syncing: countSyncs(syncs).running }),
  declined: null,
  onInternal: () => undefined,
});
