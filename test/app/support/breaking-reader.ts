import { parentPort } from 'node:worker_threads';

/** The entry of a reader's thread that is ready at once and breaks under its first question. */
if (parentPort === null) throw new Error('This runs in a thread.');
const port = parentPort;
port.on('message', (order: { kind: string }) => {
  if (order.kind === 'open') port.postMessage({ kind: 'opened', routes: new Map() });
  if (order.kind === 'call') throw new Error('broken on purpose');
  if (order.kind === 'close') port.close();
});
