import { heapFlags, reportEnvironment } from '#app/client/home-gateway.ts';
import type { PostedLine, StartReportProcess } from '#app/client/home-gateway.ts';
import type { ShellElectron } from './electron.ts';

/** So much of its complaints is kept: an engine that runs out of memory says so at the end. */
const complaintLength = 4_000;

/**
 * Starts the process of a report as one of Electron's own: the program itself runs nothing as Node (fuse). Its lines are
 * posted, and it is ended here after its last one, since Electron drops what a process that ends has printed.
 */
export function startByElectron(utilityProcess: ShellElectron['utilityProcess']): StartReportProcess {
  return ({ entry, input, maxHeapMb, onLine }) => {
    const child = utilityProcess.fork(entry, [], {
      serviceName: 'Dossier report',
      stdio: ['ignore', 'ignore', 'pipe'],
      // These words become switches of Chromium, which hands only this one on to V8.
      execArgv: [`--js-flags=${heapFlags(maxHeapMb).join(' ')}`],
      env: reportEnvironment(process.env),
    });
    const exit = Promise.withResolvers<string>();
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-complaintLength);
    });
    child.on('message', (message: PostedLine) => {
      if ('line' in message) onLine(message.line);
      else {
        exit.resolve('0');
        child.kill();
      }
    });
    child.once('exit', (code) => {
      exit.resolve(String(code));
    });
    const send = (pieces: readonly Uint8Array[]): void => {
      child.postMessage(new Uint8Array(Buffer.concat(pieces)));
    };
    send(input);
    return {
      ended: exit.promise.then((code) => ({ exit: code, complaint })),
      kill: () => void child.kill(),
      send,
    };
  };
}
