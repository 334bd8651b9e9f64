import { join } from 'node:path';
import { benchData } from './support/data.ts';
import { connectedHome, dossier } from './support/home.ts';
import { median, roundsOf } from './support/pairs.ts';
import { tell } from './support/report.ts';
import { startService } from './support/service.ts';

const findings = 100_000;
const rounds = 5;

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

/**
 * Each query by turns with a command that opens the vault and reads almost nothing: the difference is the query's own
 * time, also on a busy machine.
 */
async function queryTimes(home: string, project: string): Promise<void> {
  const bare: number[] = [];
  const opened: number[] = [];
  const taken = new Map<string, { beyond: number[]; whole: number[]; rows: number }>();
  for (const _ of roundsOf(rounds)) {
    bare.push((await dossier(home, ['--version'])).ms);
    for (const [what, args] of queries) {
      const start = (await dossier(home, ['queue', '--json'])).ms;
      const { ms, stdout } = await dossier(home, ['findings', project, '--json', ...args]);
      opened.push(start);
      const { beyond = [], whole = [] } = taken.get(what) ?? {};
      const rows = (JSON.parse(stdout) as unknown[]).length;
      taken.set(what, { beyond: [...beyond, ms - start], whole: [...whole, ms], rows });
    }
  }
  tell('start that opens nothing (dossier --version)', median(bare), 400, ' ms');
  tell('start that opens the vault (dossier queue)', median(opened), 400, ' ms');
  for (const [what, { beyond, whole, rows }] of taken) {
    tell(`${what}: ${String(rows)} rows, beyond that start`, median(beyond), 150, ' ms');
    console.log(`      the whole process ${median(whole).toFixed(0)} ms`);
  }
}
