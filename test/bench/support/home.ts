import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { measure, type RunOptions, type Taken } from './process.ts';
import type { BenchService } from './service.ts';

const entry = fileURLToPath(new URL('../../../electron/cli/dossier.js', import.meta.url));

/** Runs `dossier` over a home as a person does, and measures the whole process. */
export function dossier(home: string, args: readonly string[], options: RunOptions = {}): Promise<Taken> {
  return measure(entry, [...args, '--home', home], options);
}

/** Makes a home connected with the service, with its engagement, not synced yet. */
export async function connectedHome(service: BenchService, home: string): Promise<string> {
  const env = { DOSSIER_TOKEN: service.token };
  await dossier(home, ['connect', '--base-url', service.baseUrl, '--quiet'], { env });
  await dossier(home, ['engagement', 'add', service.project]);
  return home;
}

/** Copies of a home, each in place of the one before. */
export function freshCopies(home: string): () => string {
  return () => {
    const copy = join(`${home}-copy`);
    rmSync(copy, { recursive: true, force: true });
    cpSync(home, copy, { recursive: true });
    return copy;
  };
}
