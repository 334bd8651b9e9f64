/* Loaded into a program before its first line, on Windows: see `interrupt.ts`. */
import { isMainThread } from 'node:worker_threads';
import { interruptVariable } from './interrupt.ts';

/** How a program without a listener ends there: `STATUS_CONTROL_C_EXIT`. */
const controlC = 0xc000013a;

if (isMainThread && process.env[interruptVariable] !== undefined) {
  Reflect.deleteProperty(process.env, interruptVariable);
  process.on('message', (message) => {
    if (message === 'SIGINT' && !process.emit('SIGINT', 'SIGINT')) process.exit(controlC);
  });
  // What waits for no more than that message ends.
  process.channel?.unref();
}
