import type { Serving } from '../../web/support.ts';

/** The environment of a program whose host can be held. */
export const holdableHost: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=${new URL('held-host.ts', import.meta.url).href}`,
};

/** Has the threads behind the window answer nobody until the returned function is called; the program around it goes on. Once for each program. */
export async function holdHost({ running }: Serving): Promise<() => void> {
  running.child.kill('SIGUSR2');
  await running.sees('the host is held');
  return () => running.child.kill('SIGUSR2');
}
