import { parentPort } from 'node:worker_threads';
import { runWorkerLoop } from '#app/rpc/worker-loop.ts';
import { createHostEvents } from '#app/rpc/events.ts';
import { createSystemClock } from '#app/platform/system.ts';
import { createSmallTable } from './small-table.ts';

/** The entry of a host thread with the small table of handlers. */
if (parentPort === null) throw new Error('This runs in a thread.');
const events = createHostEvents(createSystemClock());
runWorkerLoop(parentPort, {
  compose: () => ({
    handlers: createSmallTable({ changed: () => events.committed() }),
    subscribe: (listener) => events.subscribe(listener),
    close: () => undefined,
  }),
  onInternal: () => undefined,
});
