import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { procedures } from '#contract/procedures/index.ts';
import type { Procedure } from '#contract/procedure.ts';
import type { Json } from '#contract/json.ts';
import type { ProcedureAnswers, ProcedureName } from '#contract/procedures/index.ts';
import { acquireHome } from '#db/store/lock.ts';
import { openVault } from '#db/store/vault.ts';
import { composeHost } from '#app/compose/compose-host.ts';
import { AnswerText, handlerNamed } from '#app/rpc/dispatch.ts';
import { createNetwork } from '#app/platform/network.ts';
import { countSyncs } from '#app/rpc/sync-count.ts';
import { shareUserActivity } from '#app/rpc/user-activity.ts';
import { createSystemClock, systemIds, systemRandom } from '#app/platform/system.ts';
import { writeWhole } from '#app/platform/whole-file.ts';
import { start } from '../../cli/support/dossier.ts';
import type { Ended, Running } from '../../cli/support/dossier.ts';
import { onDisk } from '../../support/system/disk.ts';
import { startWatchedProxy } from './kills-proxy.ts';
import type { WatchedProxy } from './kills-proxy.ts';

export const project = 'kills-2026';

/** How long a write may land after its connection ended; on loopback it does at once. */
export const quietTimeMs = 1_000;

/** A write that the service carried out or refused, as its ledger has it. */
export interface Written {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly outcome: string;
}

export type Call = <N extends ProcedureName>(name: N, input: Json) => Promise<ProcedureAnswers[N]>;
export type ServiceRecord = Readonly<Record<string, unknown>>;

/** A home with an encrypted store, and the service that it is connected with, in a process of its own. */
export interface KillsDesk {
  readonly home: string;
  readonly folder: string;
  readonly proxy: WatchedProxy;
  start(args: readonly string[]): Running;
  run(args: readonly string[]): Promise<Ended>;
  /** Opens the home in this process for a moment, to queue and to look: the host of every command, without its thread. */
  inside<T>(work: (call: Call) => Promise<T>): Promise<T>;
  ledger(): readonly Written[];
  /** Every finding as the service shows it to its consultant, by id. */
  findings(): Promise<ReadonlyMap<string, ServiceRecord>>;
  clear(): Promise<void>;
}

/** Starts a service, connects a new home with it and syncs for the first time. */
export async function openKillsDesk(options: {
  readonly seed: number;
  readonly findings: number;
  readonly idleMs?: number;
}): Promise<KillsDesk> {
  const folder = mkdtempSync(join(onDisk(), 'dossier-kills-'));
  const home = join(folder, 'home');
  const ledgerFile = join(folder, 'ledger.jsonl');
  writeFileSync(ledgerFile, '');
  const entry = fileURLToPath(new URL('kills-service.ts', import.meta.url));
  const service = spawn(
    process.execPath,
    [entry, ledgerFile, project, String(options.seed), String(options.findings)],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const ended = once(service, 'exit');
  const lines = createInterface({ input: service.stdout });
  const line = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
  if (line === undefined) throw new Error('The service did not start.');
  const { baseUrl, token } = JSON.parse(String(line[0])) as { baseUrl: string; token: string };
  const proxy = await startWatchedProxy(baseUrl, options.idleMs);

  const inside: KillsDesk['inside'] = async (work) => {
    const host = openInside(home, token);
    try {
      return await work(host.call);
    } finally {
      await host.close();
    }
  };
  const run: KillsDesk['start'] = (args) =>
    start(args.includes('--home') ? args : [...args, '--home', home], {
      cwd: folder,
      env: { DOSSIER_TOKEN: token },
    });

  writeFileSync(join(folder, 'profile.json'), JSON.stringify({ quietTimeMs, pageSize: 50 }));
  const connected = await run(['connect', '--base-url', proxy.baseUrl, '--profile', 'profile.json']).ended;
  if (connected.code !== 0) throw new Error(connected.stderr);
  await inside(async (call) => {
    await call('engagement.add', { project });
    await call('sync.run', {});
  });

  return {
    home,
    folder,
    proxy,
    inside,
    start: run,
    run: (args) => run(args).ended,
    ledger: () =>
      readFileSync(ledgerFile, 'utf8')
        .split('\n')
        .filter((text) => text !== '')
        .map((text) => JSON.parse(text) as Written),
    async findings() {
      const found = new Map<string, ServiceRecord>();
      for (let page = 1; ; page += 1) {
        const url = `${baseUrl}scans/?project=${project}&page=${String(page)}&pageSize=50`;
        const answer = await fetch(url, { headers: { 'X-SERVICE-TOKEN': token } });
        const rows = (await answer.json()) as ServiceRecord[];
        for (const row of rows) found.set(String(row['id']), row);
        if (rows.length === 0) return found;
      }
    },
    async clear() {
      await proxy.close();
      lines.close();
      service.stdin.end();
      service.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A thread of its own costs ten times what a moment's look costs, and a chain looks some ten times. */
function openInside(
  home: string,
  token: string,
): { readonly call: Call; readonly close: () => Promise<void> } {
  const lock = acquireHome(home);
  if (lock.kind === 'held') throw new Error('A command has the vault still.');
  const key = openVault(home);
  if (key.kind !== 'open') throw new Error(`The vault does not open: ${key.kind}.`);
  const host = composeHost({
    home,
    dataKey: key.dataKey,
    syncs: countSyncs(),
    work: shareUserActivity(),
    clock: createSystemClock(),
    ids: systemIds,
    random: systemRandom,
    tell: () => undefined,
    ...createNetwork({ home, dataKey: key.dataKey, environment: {}, systemProxy: async () => null }),
    render: () => Promise.reject(new Error('Nothing is printed here.')),
    writeWhole,
  });
  const { signal } = new AbortController();
  const context = { token, signal, progress: () => undefined };
  const call = async (name: ProcedureName, input: Json): Promise<unknown> => {
    const { input: schema }: Procedure = procedures[name];
    const answer = await handlerNamed(host, name)?.(z.parse(schema, input) as never, context);
    return answer instanceof AnswerText ? JSON.parse(answer.text) : answer;
  };
  return {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-assertion -- without it the compiler joins all answers, too many for it
    call: call as Call,
    async close() {
      await host.close();
      lock.release();
    },
  };
}
