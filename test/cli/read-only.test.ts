import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { canMakeReadOnly, makeReadOnly, noReadOnly } from '../support/system/disk.ts';
import { othersMay } from '../support/system/modes.ts';
import { endAll, startServing, visit } from '../web/support.ts';
import { openDesk, project, type Desk } from './support/desk.ts';
import { document, run, type Ended } from './support/dossier.ts';
import { holdOpen } from './support/holder.ts';

/* From outside: a vault on a medium that cannot be written. What was changed last lies in the log of its store alone. */

const title = 'Changed before the medium was locked';

describe('a vault that cannot be written', () => {
  beforeEach(({ skip }) => {
    skip(!canMakeReadOnly, noReadOnly);
  });
  let desk: Desk;
  let folder: string;
  let home: string;
  let temporary: string;
  let id: string;
  let unlock = (): void => undefined;
  let before: readonly string[];

  beforeAll(async () => {
    if (!canMakeReadOnly) return;
    desk = await openDesk();
    folder = mkdtempSync(join(tmpdir(), 'dossier-locked-'));
    home = join(folder, 'vault');
    temporary = join(folder, 'tmp');
    mkdirSync(temporary);
    const giveBack = await holdOpen(desk.home);
    const [first] = (await desk.json(['findings', project, '--limit', '1'])) as { id: string }[];
    id = first?.id ?? '';
    await desk.json(['edit', id, '--set', `title=${title}`]);
    cpSync(desk.home, home, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    await giveBack();
    before = contentsOf(home);
    unlock = makeReadOnly(home);
  });
  afterAll(async () => {
    if (!canMakeReadOnly) return;
    await endAll();
    unlock();
    rmSync(folder, { recursive: true, force: true });
    await desk.clear();
  });

  const dossier = (...args: readonly string[]): Promise<Ended> =>
    run([...args, '--home', home], {
      cwd: folder,
      env: { TMPDIR: temporary, DOSSIER_TOKEN: desk.service.tokens['mara'] },
    });
  const copies = () => {
    const [own = ''] = readdirSync(temporary).filter((name) => name.startsWith('dossier-'));
    return readdirSync(join(temporary, own, 'read-only'));
  };

  test('is read as it was left, its pending changes among it', async () => {
    expect(
      readdirSync(join(home, 'stores')).flatMap((name) => readdirSync(join(home, 'stores', name))),
    ).toContain('store.db-wal');
    const finding = await dossier('finding', id, '--json');
    expect(finding.stderr).toContain(`The vault ${home} is read-only`);
    expect(document(finding)).toMatchObject({ effective: { title }, sync: 'queued' });
    const found = await dossier('findings', project, '--query', 'is:queued', '--json');
    expect(document(found)).toMatchObject([{ id, title }]);
    expect(document(await dossier('queue', '--json'))).toMatchObject([{ state: 'queued', findings: [id] }]);
    expect((await dossier('history', id)).code).toBe(0);
    expect((await dossier('notices', '--json')).stdout.trim()).toBe('[]');
  });

  test('gives a report into another folder', async () => {
    const ended = await dossier('report', project, '--out', 'report.csv', '--force');
    expect(ended.code).toBe(0);
    expect(readFileSync(join(folder, 'report.csv'), 'utf8')).toContain(title);
    expect(ended.stdout).toMatch(/report\.csv: no edition, .*\(a read-only vault keeps no editions\)\n$/u);
  });

  test.each([
    ['edit', () => ['edit', id, '--set', 'title=x']],
    ['sync', () => ['sync']],
  ])('refuses %s in a sentence that names it', async (_name, args) => {
    const ended = await dossier(...args(), '--json');
    expect(ended.code).toBe(1);
    expect(document(ended)).toMatchObject({
      error: { code: 'read-only', message: expect.stringContaining(`${home} is read-only`) },
    });
  });

  test('is served to a window, which is told so', async () => {
    const serving = await startServing(home, { env: { TMPDIR: temporary } });
    const visitor = await visit(serving.url);
    expect(await visitor.call('home.state')).toMatchObject({ value: { kind: 'open', home, readOnly: true } });
    expect(await visitor.call('finding.get', { id })).toMatchObject({ ok: true });
    for (const [name, input] of [
      ['finding.edit', { id, changes: { title: 'x' } }],
      ['finding.delete', { ids: [id] }],
      ['engagement.add', { project: 'another' }],
      ['engagement.correct', { project, to: 'another' }],
      ['connection.whoami', {}],
      ['home.protect', { current: null, passphrase: 'correct horse battery' }],
    ] as const) {
      expect(await visitor.call(name, input)).toMatchObject({ ok: false, error: { code: 'read-only' } });
    }
    expect(await serving.stop()).toBe(0);
    expect(copies()).toEqual([]);
  });

  test('leaves no copy behind: one of a program that was killed goes with the next start', async () => {
    const serving = await startServing(home, { env: { TMPDIR: temporary } });
    const visitor = await visit(serving.url);
    await visitor.call('home.state');
    const [left = ''] = copies();
    const [own = ''] = readdirSync(temporary).filter((name) => name.startsWith('dossier-'));
    expect(othersMay(join(temporary, own, 'read-only', left))).toBe(0);
    // Another command leaves alone what is in use.
    expect((await dossier('queue')).code).toBe(0);
    expect(copies()).toEqual([left]);
    serving.running.child.kill('SIGKILL');
    await serving.running.ended;
    expect((await dossier('queue')).code).toBe(0);
    expect(copies()).toEqual([]);
  });

  test('is as it was after all of this', () => {
    expect(contentsOf(home)).toEqual(before);
  });
});

/** Each file below a folder, with its size and time. */
function contentsOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((name) => {
      const { size, mtimeMs } = statSync(join(folder, name));
      return `${name} ${String(size)} ${String(mtimeMs)}`;
    });
}
