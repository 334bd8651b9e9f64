import { expect, test } from 'vitest';
import { sampleService, syncedDesk, temporaryFolder, type TestDesk } from '../support/desk.ts';
import { runIn, type Ran } from './support/in-process.ts';

const project = 'harbour-2026';
const id = '12a0e0b61efd493a65a10204';
const near = '12a0e0b61efd493a65a10277';

async function openHarbour(): Promise<{
  readonly desk: TestDesk;
  readonly edit: (severity: string) => void;
  readonly dossier: (...argv: string[]) => Promise<Ran>;
  readonly atTerminal: (...argv: string[]) => Promise<Ran>;
}> {
  const body = { asset: ['a.example'], severity: 'low', status: 'open' };
  const service = await sampleService({
    engagement: false,
    seeds: [
      {
        project,
        findings: [
          { id, body: { ...body, title: 'Crane without brakes' } },
          { id: near, body: { ...body, title: 'Quay without light' } },
        ],
      },
    ],
  });
  const desk = await syncedDesk(service, project);
  const folder = temporaryFolder();
  return {
    desk,
    edit: (severity) => service.edit(id, { severity }),
    dossier: (...argv) => runIn(desk, folder, argv),
    atTerminal: (...argv) => runIn(desk, folder, argv, { columns: 80 }),
  };
}

test('the queue names title, fields and state, and shows ids as short as they may be typed', async () => {
  const { desk, atTerminal, dossier } = await openHarbour();
  const { op } = await desk.call('finding.edit', { id, changes: { severity: 'high', tags: ['x'] } });
  const short = op.slice(0, 8);
  expect((await atTerminal('queue')).stdout).toBe(
    `${short}  Edit  Pending  Crane without brakes\n  finding 12a0e0b61efd493a65a1020: severity and tags\n`,
  );
  expect((await dossier('queue')).stdout).toContain(`${op}  Edit  Pending  Crane without brakes\n`);
  expect(JSON.parse((await dossier('queue', '--json')).stdout)).toMatchObject([
    { op, findings: [id], title: 'Crane without brakes', fields: ['severity', 'tags'] },
  ]);
  const discarded = await atTerminal('discard', short, '--yes');
  expect([discarded.code, discarded.stdout]).toEqual([0, expect.stringContaining('Discarded')]);
  expect((await dossier('queue')).stdout).toBe('No pending changes.\n');
});

test('a conflict is told as Original, Yours and Theirs, and resolved by these words', async () => {
  const { desk, edit, atTerminal } = await openHarbour();
  const { op } = await desk.call('finding.edit', { id, changes: { severity: 'high' } });
  edit('critical');
  await desk.call('sync.run', { projects: [project] });
  const { stdout } = await atTerminal('queue');
  expect(stdout).toContain('    Original low\n    Yours    high\n    Theirs   critical\n');
  expect(stdout).toContain(`dossier resolve ${op.slice(0, 8)} yours|theirs`);
  const resolved = await atTerminal('resolve', op.slice(0, 8), 'yours', '--json');
  expect([resolved.code, JSON.parse(resolved.stdout)]).toEqual([
    0,
    expect.objectContaining({ op, state: 'queued' }),
  ]);
});

test('a beginning of several ids is refused with their names, and one of none is told as typed', async () => {
  const { dossier } = await openHarbour();
  const both = await dossier('edit', '12a0e0b6', '--set', 'severity=high');
  expect([both.code, both.stderr]).toEqual([
    1,
    `dossier: Several findings begin with 12a0e0b6: ${id}, ${near}.\nType more of the one that you mean.\n`,
  ]);
  const none = await dossier('finding', 'beefbeef');
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('beefbeef')]);
  const one = await dossier('finding', '12a0e0b61efd493a65a1027');
  expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('Quay without light')]);
});

test('what was not held back is not told as released, and what is held back not as left for the next sync', async () => {
  const { desk, dossier } = await openHarbour();
  await desk.call('finding.edit', { id, changes: { severity: 'high' } });
  const told = await Promise.all(
    [['release'], ['hold'], ['hold'], ['release'], ['hold']].map(([word = '']) => dossier(word, id)),
  );
  expect(told.map(({ stdout }) => stdout.trim())).toEqual([
    `${id}  was not held back`,
    `${id}  held back`,
    `${id}  is held back already`,
    `${id}  released`,
    `${id}  held back`,
  ]);
  const synced = await dossier('sync');
  expect([synced.code, synced.stdout]).toEqual([
    0,
    expect.stringContaining('Sent:     no findings, 1 held back\n'),
  ]);
  expect((await dossier('queue')).stdout).toContain(
    `held back: it is not sent before dossier release ${id}\n`,
  );
});

test('a pending change is not sent again, and says so in the words of the window', async () => {
  const { desk, dossier } = await openHarbour();
  const { op } = await desk.call('finding.edit', { id, changes: { severity: 'high' } });
  const again = await dossier('retry', op);
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining('is pending; only a refused or unconfirmed one is sent again'),
  ]);
});

test('the finding of an accepted warning is named by the beginning of its id', async () => {
  const { dossier, atTerminal } = await openHarbour();
  const shown = await atTerminal('check', project, '--rule', 'missing-remediation');
  expect(shown.stdout).toContain('  12a0e0b61efd493a65a1020  ');
  const accepted = await dossier('check', project, '--ignore', 'missing-remediation@12a0e0b61efd493a65a1020');
  expect(accepted.stderr).toContain(`missing-remediation (in ${id})`);
});

test('discard looks for the change before it asks to confirm', async () => {
  const { desk, dossier } = await openHarbour();
  const none = await dossier('discard', '8457e128');
  expect([none.code, none.stderr]).toEqual([
    1,
    expect.stringContaining('No pending change has the id 8457e128'),
  ]);
  const { op } = await desk.call('finding.edit', { id, changes: { severity: 'high' } });
  const unconfirmed = await dossier('discard', op);
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([
    2,
    expect.stringContaining('This discards the change of "Crane without brakes". Add --yes to confirm.'),
  ]);
});
