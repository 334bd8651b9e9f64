import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { DossierError } from '#contract/error.ts';

const firstLine = z.object({ baseUrl: z.string(), tokens: z.record(z.string(), z.string()) });
const record = z.looseObject({ id: z.string(), title: z.string(), asset: z.array(z.string()) });

/** The sample service, running in a process of its own. */
export interface SampleProcess {
  readonly baseUrl: string;
  tokenOf(login: string): string;
  /** Somebody else changes a finding, directly at the service. */
  editAs(
    login: string,
    project: string,
    id: string,
    changes: Readonly<Record<string, string>>,
  ): Promise<void>;
  /** Ends the process, which nobody outlives: it also ends with this one. */
  readonly end: () => Promise<void>;
}

/** Starts the sample service with its written engagement, on a free port of this machine. */
export async function startSample(): Promise<SampleProcess> {
  const entry = fileURLToPath(new URL('../../sample/main.ts', import.meta.url));
  const child = spawn(process.execPath, [entry, '--with-parent'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // Ctrl-C goes to the whole group of the terminal; the service must outlast the program's orderly stop.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line'), exited.then(() => undefined)]);
  const text: unknown = line?.[0];
  if (typeof text !== 'string') throw new DossierError('internal', 'The sample service did not start.');
  const { baseUrl, tokens } = firstLine.parse(JSON.parse(text));

  function tokenOf(login: string): string {
    const token = tokens[login];
    if (token === undefined) throw new DossierError('internal', `The sample service knows no ${login}.`);
    return token;
  }

  return {
    baseUrl,
    tokenOf,
    async editAs(login, project, id, changes) {
      const headers = { 'X-SERVICE-TOKEN': tokenOf(login), 'Content-Type': 'application/json' };
      const read = await fetch(new URL(`scans/${encodeURIComponent(id)}`, baseUrl), { headers });
      const { title, asset } = record.parse(await read.json());
      const body = JSON.stringify({ id, title, asset, ...changes });
      const url = new URL(`scans/${encodeURIComponent(project)}`, baseUrl);
      const written = await fetch(url, { method: 'POST', headers, body });
      if (!written.ok)
        throw new DossierError('internal', `The sample service answered ${String(written.status)}.`);
    },
    async end() {
      lines.close();
      child.stdin.end();
      child.kill('SIGTERM');
      await exited;
    },
  };
}
