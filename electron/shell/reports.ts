import { readOutput, reportEnvironment } from '#host/client/door.ts';
import type { StartReportProcess } from '#host/client/door.ts';
import type { ShellElectron } from './electron.ts';

/** Starts the process of a report as one of Electron's own: the program itself runs nothing as Node (fuse). */
export function startByElectron(utilityProcess: ShellElectron['utilityProcess']): StartReportProcess {
  return ({ entry, input, maxHeapMb, onLine }) => {
    const child = utilityProcess.fork(entry, [], {
      serviceName: 'Dossier report',
      stdio: ['ignore', 'pipe', 'pipe'],
      execArgv: [`--max-old-space-size=${maxHeapMb}`],
      env: reportEnvironment(process.env),
    });
    const exit = new Promise<string>((resolve) => {
      child.once('exit', (code) => {
        resolve(String(code));
      });
    });
    const send = (pieces: readonly Uint8Array[]): void => {
      child.postMessage(new Uint8Array(Buffer.concat(pieces)));
    };
    send(input);
    const { stdout, stderr } = child;
    return {
      ended:
        stdout === null || stderr === null
          ? exit.then((code) => ({ exit: code, complaint: '' }))
          : readOutput(stdout, stderr, onLine, exit),
      kill: () => void child.kill(),
      send,
    };
  };
}
