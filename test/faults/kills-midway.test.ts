import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Destruction } from '#contract/procedures/program/destruction.ts';
import { createVault } from '#db/store/vault.ts';
import { start } from '../cli/support/dossier.ts';
import { startServing, visit, type Visitor } from '../web/support.ts';
import { tally } from '../features/bulk/support.ts';
import { busyDesk, marker, doomed, filesWith, other, storeFolder } from '../features/settings/support.ts';
import { edit, findings, project } from '../engine/support.ts';
import { openDesk, sampleService, syncedDesk, temporaryFolder, type TestDesk } from '../support/desk.ts';
import { onDisk } from '../support/system/disk.ts';
import { atTheBarrier, barrierVariable, type Barrier } from './kills/kills-barrier.ts';

/*
 * The real program, killed at one place in the middle of work over many findings, and what the next start makes of it.
 */

const barrierFile = new URL('kills/kills-barrier.ts', import.meta.url).href;

/** A home that the program opens by itself, with the key that desks of tests have. */
function homeWithKey(): string {
  const home = join(temporaryFolder(onDisk()), 'home');
  createVault(home, { random: (count) => new Uint8Array(count).fill(7) });
  return home;
}

function copyOf(home: string): string {
  const copy = join(temporaryFolder(onDisk()), 'home');
  cpSync(home, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') });
  return copy;
}

/** The environment of a program that stops at a barrier. */
function withBarrier(barrier: Barrier): NodeJS.ProcessEnv {
  return { NODE_OPTIONS: `--import=${barrierFile}`, [barrierVariable]: JSON.stringify(barrier) };
}

/** What the program told the person at the start after the kill, beside what the desk answers. */
interface Restarted {
  readonly desk: TestDesk;
  readonly told: readonly string[];
}

/**
 * Runs the program over a copy of a home, has it asked for something, kills it at the barrier and starts again.
 * @param ask begins the work; its call is never answered
 */
async function killedAt(
  barrier: Barrier,
  home: string,
  ask: (visitor: Visitor) => Promise<unknown>,
): Promise<Restarted> {
  const copy = copyOf(home);
  const { running, url } = await startServing(copy, { env: withBarrier(barrier) });
  onTestFinished(() => void running.child.kill('SIGKILL'));
  const answer = ask(await visit(url)).then(
    (answered) => ({ answered }),
    () => 'cut off',
  );
  await running.sees(atTheBarrier);
  running.child.kill('SIGKILL');
  expect([(await running.ended).signal, await answer]).toEqual(['SIGKILL', 'cut off']);
  const told: string[] = [];
  return { desk: openDesk({ home: copy, tell: (sentence) => told.push(sentence) }), told };
}

test('a bulk change that was killed is not begun, or tells what is left, goes on and can be undone', async () => {
  const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(120) }] });
  const base = await syncedDesk(service, project, { home: homeWithKey() });
  const { rows } = await base.call('list.query', { project, query: '', sort: null });
  const action = { kind: 'severity', severity: 'low' } as const;
  const { fingerprints } = await base.call('bulk.preview', { project, rows, action });
  const killed = async (barrier: Barrier): Promise<Restarted> =>
    killedAt(barrier, base.home, async (visitor) => {
      const acknowledged = await visitor.call('finding.edit', { id: 'f1', changes: { severity: 'info' } });
      expect(acknowledged.ok).toBe(true);
      return visitor.call('bulk.run', { bulk: crypto.randomUUID(), project, rows, fingerprints, action });
    });
  const severities = async (desk: TestDesk): Promise<Record<string, number>> => {
    const shown = (await desk.call('finding.list', { project })).rows.map(({ severity }) => severity);
    return Object.fromEntries(
      [...new Set(shown)].sort().map((one) => [one, shown.filter((s) => s === one).length]),
    );
  };

  const [frozen, begun, halfway] = await Promise.all([
    killed({ statement: 'INSERT INTO bulk_action', nth: 1, moment: 'before-commit' }),
    killed({ statement: 'UPDATE bulk_item SET step = @step', nth: 1, moment: 'before-commit' }),
    // The second: the first is the finding that was edited meanwhile, and on a busy machine a transaction may hold no other.
    killed({ statement: 'UPDATE bulk_item SET step = @step', nth: 2, moment: 'after-commit' }),
  ]);
  const before = { info: 1, medium: 119 };
  expect([await frozen.desk.call('bulk.list', { project }), await severities(frozen.desk)]).toEqual([
    [],
    before,
  ]);

  const [all] = await begun.desk.call('bulk.list', { project });
  expect([all && tally(all), all?.running, await severities(begun.desk)]).toEqual([
    { 'not-done': 120 },
    false,
    before,
  ]);
  await begun.desk.call('bulk.resume', { bulk: all?.bulk });
  // The finding that was edited after the preview is left as the person saw it last.
  expect([await begun.desk.call('bulk.list', { project }), await severities(begun.desk)]).toMatchObject([
    [{ counts: { queued: 119, 'left-out': 1, 'not-done': 0 } }],
    { info: 1, low: 119 },
  ]);

  const [part] = await halfway.desk.call('bulk.list', { project });
  const { queued = 0, 'not-done': left = 0, 'left-out': out = 0 } = part === undefined ? {} : tally(part);
  // What was laid is laid whole: each finding that is told as waiting to be sent has its operation and its text.
  expect([queued > 0, left > 0, queued + left + out]).toEqual([true, true, 120]);
  expect(await severities(halfway.desk)).toEqual({ info: 1, low: queued, medium: 119 - queued });
  expect((await halfway.desk.call('queue.list', {})).length).toBe(queued + 1);
  await halfway.desk.call('bulk.undo', { bulk: part?.bulk });
  expect([await halfway.desk.call('bulk.list', { project }), await severities(halfway.desk)]).toMatchObject([
    [{ counts: { queued: 0, 'not-done': 0, 'taken-back': 120 - out } }],
    before,
  ]);
  const [edit1, ...none] = await halfway.desk.call('queue.list', {});
  expect([edit1?.findings, none]).toEqual([['f1'], []]);
});

test('answers to many conflicts that were killed are given or not, and what was given can be undone', async () => {
  const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(30) }] });
  const base = await syncedDesk(service, project, { home: homeWithKey() });
  for (const { id } of findings(30)) {
    await edit(base, id, { severity: 'low' });
    service.edit(id, { severity: 'critical' });
  }
  await base.call('sync.run', {});
  const [cause] = await base.call('conflict.list', {});
  const items = (cause?.findings ?? []).map(({ op, id, fingerprint }) => ({ op, id, fingerprint }));
  expect(items).toHaveLength(30);
  const { desk } = await killedAt(
    { statement: 'INSERT INTO settled', nth: 2, moment: 'before-commit' },
    base.home,
    (visitor) => visitor.call('conflict.settle', { choice: 'mine', items }),
  );
  const states = async (): Promise<readonly string[]> =>
    (await desk.call('queue.list', {})).map(({ state }) => state);
  const open = async (): Promise<readonly string[]> =>
    (await desk.call('conflict.list', {})).flatMap(({ findings: all }) => all.map(({ id }) => id));

  const given = items.slice(0, 25);
  const shown = { open: await open(), queued: (await states()).filter((state) => state === 'queued').length };
  expect(shown).toEqual({ open: items.slice(25).map(({ id }) => id), queued: 25 });
  expect(await desk.call('conflict.settled', {})).toMatchObject({ id: given.at(-1)?.id });
  // The rest is still to be answered as it was shown.
  expect(await desk.call('conflict.settle', { choice: 'mine', items: items.slice(25) })).toMatchObject({
    kept: [],
  });
  expect(await open()).toEqual([]);
  const back = items.map(({ op, id }) => ({ op, id }));
  expect(await desk.call('conflict.undo', { items: back })).toMatchObject({ kept: [] });
  expect([...(await open())].sort()).toEqual(items.map(({ id }) => id).sort());
});

test('a report that was killed between its edition and its place is an edition, and what stood in its place stays', async () => {
  const service = await sampleService({ engagement: false, seeds: [{ project, findings: findings(3) }] });
  const base = await syncedDesk(service, project, { home: homeWithKey() });
  const clients = temporaryFolder();
  const [out, again] = [join(clients, 'report.csv'), join(clients, 'again.csv')];
  writeFileSync(out, 'the edition before');
  const home = copyOf(base.home);
  const running = start(['report', project, '--out', out, '--force', '--home', home], {
    env: withBarrier({ statement: 'INSERT INTO edition (', nth: 1, moment: 'after-commit' }),
  });
  await running.sees(atTheBarrier);
  running.child.kill('SIGKILL');
  await running.ended;
  const made = readdirSync(clients, { recursive: true, encoding: 'utf8' }).toSorted();
  const told: string[] = [];
  const desk = openDesk({ home, tell: (sentence) => told.push(sentence) });
  const [edition] = await desk.call('edition.list', { project });
  const left = readdirSync(clients).map((name) => [name, readFileSync(join(clients, name), 'utf8')]);
  const { bytes } = await desk.call('report.export', { project, out: again, edition: 1 });
  const next = await desk.call('report.export', { project, out, force: true });
  expect({ made, told, left, again: readFileSync(again).length, next: next.edition }).toEqual({
    made: [
      expect.stringMatching(/^\.dossier-report-[\w-]+$/u),
      expect.stringMatching(/^\.dossier-report-[\w-]+\/report$/u),
      'report.csv',
    ],
    told: [],
    left: [['report.csv', 'the edition before']],
    again: bytes,
    next: 2,
  });
  expect(edition).toMatchObject({ edition: 1, format: 'csv', findings: 3, bytes });
});

test('an engagement that was being destroyed when it was killed is whole, or gone by the next start', async () => {
  const base = await busyDesk({ home: homeWithKey() });
  const name = `${marker} Portal`;
  const { unsent } = await base.call('engagement.holdings', { project: doomed });
  const killed = async (barrier: Barrier): Promise<unknown> => {
    const { desk, told } = await killedAt(barrier, base.home, async (visitor) => {
      const acknowledged = await visitor.call('finding.edit', { id: 'o1', changes: { severity: 'low' } });
      expect(acknowledged.ok).toBe(true);
      return visitor.call('engagement.destroy', { project: doomed, name, unsent });
    });
    const { rows } = await desk.call('finding.list', { project: other });
    const left = (await desk.call('engagement.list', {})).map(({ project: one }) => one);
    const records: readonly Destruction[] = await desk.call('destruction.list', {});
    return {
      left,
      records: records.map(({ project: one, finished }) => ({ project: one, resumed: finished?.resumed })),
      told: told.length,
      texts: filesWith(storeFolder(desk), `${marker} description`).length,
      kept: rows.find(({ id }) => id === 'o1')?.severity,
    };
  };
  const whole = { left: [other, doomed], records: [], told: 0, texts: 2, kept: 'low' };
  const gone = {
    left: [other],
    records: [{ project: doomed, resumed: true }],
    told: 1,
    texts: 0,
    kept: 'low',
  };
  expect(
    await Promise.all([
      killed({ statement: 'INSERT INTO destruction', nth: 1, moment: 'before-commit' }),
      killed({ statement: 'INSERT INTO destruction', nth: 1, moment: 'after-commit' }),
      killed({ statement: 'VACUUM', nth: 1, moment: 'before' }),
      killed({ statement: 'UPDATE destruction', nth: 1, moment: 'before-commit' }),
    ]),
  ).toEqual([whole, gone, gone, gone]);
});
