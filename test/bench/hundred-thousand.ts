import { join } from 'node:path';
import { benchData } from './support/data.ts';
import { connectedHome, dossier } from './support/home.ts';
import { median } from './support/pairs.ts';
import { tell } from './support/report.ts';
import { startService } from './support/service.ts';

const findings = 100_000;
const rounds = 7;

const queries: readonly (readonly [what: string, args: readonly string[]])[] = [
  ['a field', ['--query', 'severity:critical']],
  ['a field and a wildcard', ['--query', 'severity:>=medium asset:*.acme.test']],
  ['a field, sorted by title, 100 rows', ['--query', 'severity:high', '--sort', 'title', '--limit', '100']],
  ['CVSS, sorted downwards, 100 rows', ['--query', 'cvss:>=7', '--sort', 'cvss:desc', '--limit', '100']],
  ['a rare word', ['--query', 'kerberos', '--limit', '100']],
  ['two common words, 100 rows', ['--query', 'cross site', '--limit', '100']],
  ['a phrase, one excluded word', ['--query', '"sql injection" -oracle', '--limit', '100']],
  ['every third finding printed', ['--query', 'severity:low,medium']],
];

/** Memory of a sync of 100,000 findings, and queries over them as whole processes. */
export async function hundredThousand(scratch: string): Promise<void> {
  const service = await startService(benchData(findings, scratch), 0);
  const home = join(scratch, 'home');
  try {
    await connectedHome(service, home);
    const env = { DOSSIER_TOKEN: service.token };
    const first = await dossier(home, ['sync', '--pull-only'], { env });
    tell('peak resident memory of the first sync', first.peakMb, 300, ' MB');
    tell('its time, full text included', first.ms, null, ' ms');
    const second = await dossier(home, ['sync', '--pull-only'], { env });
    tell('peak resident memory of an unchanged sync', second.peakMb, 300, ' MB');
    await queryTimes(home, service.project);
  } finally {
    await service.close();
  }
}

/** Each query in turns with the bare start of the program, so that a busy moment falls on both. */
async function queryTimes(home: string, project: string): Promise<void> {
  const starts: number[] = [];
  const beyond = new Map<string, number[]>();
  const rows = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [what, args] of queries) {
      const start = await dossier(home, ['--version']);
      const taken = await dossier(home, ['findings', project, '--json', ...args]);
      starts.push(start.ms);
      beyond.set(what, [...(beyond.get(what) ?? []), taken.ms - start.ms]);
      rows.set(what, (JSON.parse(taken.stdout) as unknown[]).length);
    }
  }
  tell('start (dossier --version)', median(starts), 400, ' ms');
  const idle: number[] = [];
  for (let round = 0; round < rounds; round += 1) idle.push((await dossier(home, ['engagement', 'list'])).ms);
  tell('start with the home opened (dossier engagement list)', median(idle), 400, ' ms');
  for (const [what, times] of beyond) {
    tell(`${what}: ${String(rows.get(what))} rows, beyond the start`, median(times), 150, ' ms');
  }
}
