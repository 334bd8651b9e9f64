import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { runWorkerLoop } from '#app/rpc/worker-loop.ts';
import type { ThreadBoot } from '#app/rpc/worker-thread.ts';
import { createSmallTable } from './small-table.ts';

/** The entry of a host thread whose sync ends some turns after it was stopped; `order` in the home says what ended when. */
if (parentPort === null) throw new Error('This runs in a thread.');
const order = join((workerData as ThreadBoot).home, 'order');
const table = createSmallTable();
runWorkerLoop(parentPort, {
  compose: () => ({
    handlers: {
      ...table,
      'sync.run': async (input, context) => {
        try {
          return await table['sync.run'](input, context);
        } finally {
          for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
          appendFileSync(order, 'sync ');
        }
      },
    },
    close: () => appendFileSync(order, 'store'),
  }),
  onInternal: () => undefined,
});
