import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSampleService } from '#sample/http/server.ts';
import type { SampleOptions, SampleService } from '#sample/http/server.ts';
import { run, runLoaded, start } from './dossier.ts';
import type { Ended, RunOptions, Running } from './dossier.ts';
import { holdOpen } from './holder.ts';

/** A home that is connected with a sample service of its own, and the program over it. */
export interface Desk {
  readonly service: SampleService;
  readonly folder: string;
  readonly home: string;
  /** Runs a command in the home, with the token of the consultant unless the options say otherwise. */
  readonly dossier: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
  readonly start: (args: readonly string[], options?: RunOptions) => Running;
  /** The JSON document that a command answers, which must end with 0. */
  readonly json: (args: readonly string[]) => Promise<unknown>;
  readonly clear: () => Promise<void>;
}

export const project = 'fjm-portal-2026';

/** Starts a sample service and connects a new home with it, with one engagement that was synced. */
export async function openDesk(options: SampleOptions = {}): Promise<Desk> {
  const service = await startSampleService(options);
  const folder = mkdtempSync(join(tmpdir(), 'dossier-desk-'));
  const desk = deskIn(service, folder, join(folder, 'home'), () => service.close());
  // Only to get there: nobody else is in this home yet, and the program is loaded once for all of it.
  const made = deskIn(service, folder, join(folder, 'home'), () => Promise.resolve(), runLoaded);
  await made.json(['connect', '--base-url', service.baseUrl]);
  await made.json(['engagement', 'add', project]);
  await made.json(['sync']);
  return desk;
}

/** The same service over a copy of the home, as it is now. */
export function copyDesk(desk: Desk, runs: typeof run = run): Desk {
  const folder = mkdtempSync(join(tmpdir(), 'dossier-desk-'));
  cpSync(desk.home, join(folder, 'home'), { recursive: true });
  return deskIn(desk.service, folder, join(folder, 'home'), () => Promise.resolve(), runs);
}

/** A copy whose home is held open meanwhile, so that its commands are quick: see `holdOpen` and `runLoaded`. */
export async function heldDesk(desk: Desk): Promise<Desk> {
  const copy = copyDesk(desk, runLoaded);
  const giveBack = await holdOpen(copy.home);
  return {
    ...copy,
    clear: async () => {
      await giveBack();
      await copy.clear();
    },
  };
}

function deskIn(
  service: SampleService,
  folder: string,
  home: string,
  end: () => Promise<void>,
  runs: typeof run = run,
): Desk {
  const withHome = (args: readonly string[], options: RunOptions = {}): [string[], RunOptions] => [
    [...args, '--home', home],
    { cwd: folder, ...options, env: { DOSSIER_TOKEN: service.tokens['mara'], ...options.env } },
  ];
  const dossier = (args: readonly string[], options?: RunOptions): Promise<Ended> =>
    runs(...withHome(args, options));
  return {
    service,
    folder,
    home,
    dossier,
    start: (args, options) => start(...withHome(args, options)),
    async json(args) {
      const ended = await dossier([...args, '--json']);
      if (ended.code !== 0)
        throw new Error(`${args.join(' ')} ended with ${String(ended.code)}: ${ended.stdout}`);
      return JSON.parse(ended.stdout);
    },
    async clear() {
      rmSync(folder, { recursive: true, force: true });
      await end();
    },
  };
}
