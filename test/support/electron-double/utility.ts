import { fork } from 'node:child_process';
import type { ForkOptions } from 'electron';
import type { ShellProcess } from '../../../electron/shell/electron.ts';

/** A process that Electron would start: here one of Node, which finds its parent where Electron's finds it. */
export function forkUtility(
  modulePath: string,
  args: string[],
  { env, execArgv = [] }: ForkOptions,
): ShellProcess {
  const parent = new URL('./utility-parent.ts', import.meta.url).href;
  const child = fork(modulePath, args, {
    env: env as NodeJS.ProcessEnv,
    execArgv: [...execArgv, '--import', parent],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  return {
    stdout: child.stdout,
    stderr: child.stderr,
    once: (_event, listener) => child.once('exit', (code) => listener(code ?? 1)),
    postMessage: (message) => void child.send(message),
    kill: () => child.kill('SIGKILL'),
  };
}
