import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The entry of a reader's thread that answers each question with its name, and tells before that it begins. Over `list.counts` it lets nothing else of this
 * thread happen until its home holds a file `go on`, as a long look through a store would.
 */
if (parentPort === null) throw new Error('This runs in a thread.');
const port = parentPort;
const { home } = workerData as { readonly home: string };
const still = new Int32Array(new SharedArrayBuffer(4));

port.on('message', (order: { kind: string; id: number; name: string }) => {
  if (order.kind === 'close') port.close();
  if (order.kind === 'open') port.postMessage({ kind: 'opened', routes: new Map() });
  if (order.kind !== 'call') return;
  const { id, name } = order;
  port.postMessage({ kind: 'progress', id, event: { kind: 'notice', text: `${name} begins` } });
  for (let turn = 0; turn < 3_000 && name === 'list.counts'; turn += 1) {
    if (existsSync(join(home, 'go on'))) break;
    Atomics.wait(still, 0, 0, 20);
  }
  port.postMessage({ kind: 'outcome', id, outcome: JSON.stringify(name) });
});
