import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { DossierError } from '#contract/error.ts';
import { threadEnvironment } from '../rpc/host-thread.ts';

const firstLine = z.object({ baseUrl: z.string(), tokens: z.record(z.string(), z.string()) });

/** The sample service, running beside this program on the same machine. */
export interface RunningSample {
  readonly baseUrl: string;
  /** @throws DossierError 'internal' for a user the sample does not know */
  tokenOf(login: string): string;
  isRunning(): boolean;
  readonly end: () => Promise<void>;
}

/**
 * Starts the sample service with its written engagement. It runs in a thread, not in a process: the desktop
 * application has no Node to start one with. It ends with this program, however that ends.
 * @param port 0 takes a free one
 * @throws DossierError 'internal' if it does not start, as on a port that is taken
 */
export async function startSample(port = 0): Promise<RunningSample> {
  const worker = new Worker(new URL('../../sample/main.ts', import.meta.url), {
    argv: ['--with-parent', '--port', String(port)],
    env: threadEnvironment(),
    stdin: true,
    stdout: true,
    stderr: true,
  });
  let running = true;
  const exited = once(worker, 'exit').then(
    () => (running = false),
    () => (running = false),
  );
  const lines = createInterface({ input: worker.stdout });
  const line = await Promise.race([once(lines, 'line'), exited.then(() => undefined)]);
  const text: unknown = line?.[0];
  if (typeof text !== 'string') throw new DossierError('internal', 'The sample service did not start.');
  const { baseUrl, tokens } = firstLine.parse(JSON.parse(text));

  return {
    baseUrl,
    tokenOf(login) {
      const token = tokens[login];
      if (token === undefined) throw new DossierError('internal', `The sample service knows no ${login}.`);
      return token;
    },
    isRunning: () => running,
    async end() {
      lines.close();
      await worker.terminate();
      await exited;
    },
  };
}
