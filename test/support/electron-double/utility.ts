import { fork } from 'node:child_process';
import type { ForkOptions } from 'electron';
import type { ShellProcess } from '../../../electron/desktop/electron.ts';

/** The one switch of Chromium that reaches V8; every other word of `execArgv` is a switch that nobody reads. */
const v8Switch = '--js-flags=';

/**
 * A process that Electron would start: here one of Node, which finds its parent where Electron's finds it. As there, what
 * lies in its pipes when it has ended is dropped.
 */
export function forkUtility(
  modulePath: string,
  args: string[],
  { env, execArgv = [] }: ForkOptions,
): ShellProcess {
  const parent = new URL('./utility-parent.ts', import.meta.url).href;
  const flags = execArgv.filter((word) => word.startsWith(v8Switch));
  const child = fork(modulePath, args, {
    env: env as NodeJS.ProcessEnv,
    execArgv: [...flags.flatMap((word) => word.slice(v8Switch.length).split(' ')), '--import', parent],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  child.once('exit', () => {
    for (const pipe of [child.stdout, child.stderr]) pipe?.removeAllListeners().destroy();
  });
  return {
    stderr: child.stderr,
    on: (_event, listener) => child.on('message', listener),
    once: (_event, listener) => child.once('exit', (code) => listener(code ?? 1)),
    postMessage: (message) => void child.send(message),
    kill: () => child.kill('SIGKILL'),
  };
}
