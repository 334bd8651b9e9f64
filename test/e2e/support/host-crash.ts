import type { Serving } from '../../web/support.ts';

/** The environment of a program whose host can be made to crash. */
export const mortalHost: NodeJS.ProcessEnv = {
  NODE_OPTIONS: `--import=${new URL('mortal-host.ts', import.meta.url).href}`,
};

/** Ends the thread of the host by an error that nobody catches, once for each program; the program around it goes on. */
export async function crashHost({ running }: Serving): Promise<void> {
  running.child.kill('SIGUSR2');
  await running.sees('the host crashed');
}
