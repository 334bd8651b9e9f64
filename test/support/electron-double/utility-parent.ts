import { EventEmitter } from 'node:events';

/** `process.parentPort` of a process that Electron started: keeps messages until a listener is added, as that one does. */
const port = Object.assign(new EventEmitter(), {
  postMessage: (message: object): void => void process.send?.(message),
});
const early: unknown[] = [];
process.on('message', (data) => {
  if (port.listenerCount('message') > 0) port.emit('message', { data });
  else early.push(data);
});
port.on('newListener', (event) => {
  if (event !== 'message') return;
  setImmediate(() => {
    for (const data of early.splice(0)) port.emit('message', { data });
  });
});
Object.assign(process, { parentPort: port });
