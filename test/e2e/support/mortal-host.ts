import { basename } from 'node:path';
import { subscribe } from 'node:diagnostics_channel';
import { BroadcastChannel, isMainThread, type Worker } from 'node:worker_threads';

/*
 * Loaded before the program into each of its threads (`host-crash.ts`): at SIGUSR2 the host's thread throws what nobody
 * catches, and its end is told on standard error.
 */

const orders = new BroadcastChannel('host-crash');
orders.unref();

if (isMainThread) {
  process.on('SIGUSR2', () => orders.postMessage('crash'));
  subscribe('worker_threads', (message) => {
    const { worker } = message as { readonly worker: Worker };
    worker.once('error', (error) => process.stderr.write(`A thread ended: ${String(error)}\n`));
  });
} else if (/^(?:compose-)?host-worker\.[jt]s$/.test(basename(process.argv[1] ?? ''))) {
  orders.onmessage = () => {
    setImmediate(() => {
      throw new Error('the host crashed');
    });
  };
}
