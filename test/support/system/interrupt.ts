import type { ChildProcess } from 'node:child_process';

/**
 * Programs that a test ends as Ctrl-C does. Windows has no signals between processes: a console tells its programs, and Node
 * calls their listeners of `SIGINT`. There a module in the program calls these listeners on a message.
 */
const isWindows = process.platform === 'win32';

/** Marks the one process that hears messages, and not those that it starts. */
export const interruptVariable = 'DOSSIER_TEST_INTERRUPT';

/** What a call of `spawn` needs more: the first arguments of Node, environment and the last entries of `stdio`. */
export const interruptible: {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdio: readonly 'ipc'[];
} = isWindows
  ? {
      args: ['--import', new URL('./interrupt-listener.ts', import.meta.url).href],
      env: { [interruptVariable]: '1' },
      stdio: ['ipc'],
    }
  : { args: [], env: {}, stdio: [] };

/** Ends a program that was started as `interruptible`, as Ctrl-C does in its terminal. */
export function interrupt(child: ChildProcess): void {
  if (isWindows) child.send('SIGINT');
  else child.kill('SIGINT');
}
