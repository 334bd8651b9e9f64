import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { whereaboutsOf } from '#app/maintenance/vault-identity.ts';
import { defaultProfile } from '#contract/profile.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { forgetWhereabouts, markAsCopy, noticeWhereabouts } from '#features/settings/whereabouts.ts';
import { openDesk, temporaryFolder } from '../support/desk.ts';
import { bench, body, create, project, sync, within } from '../engine/support.ts';

test('a creation that waits in a copied vault is looked for, and made once, whichever copy sends it first', async () => {
  const { desk, service, clock } = await bench({ whereaboutsOf });
  await desk.call('finding.create', { project, records: [body({ title: 'Only once' })] });
  desk.restart();
  expect(await desk.call('notice.list')).toEqual([]);
  const home = join(temporaryFolder(), 'copy');
  cpSync(desk.home, home, { recursive: true });
  await sync(desk);
  expect(service.findings(project).filter(({ title }) => title === 'Only once')).toHaveLength(1);

  const copy = openDesk({ home, clock, whereaboutsOf });
  expect(await copy.call('queue.list')).toMatchObject([{ kind: 'create', state: 'unknown' }]);
  expect(await copy.call('notice.list')).toMatchObject([{ kind: 'copied' }]);
  await sync(copy);
  expect(await copy.call('queue.list')).toEqual([]);
  expect(service.findings(project).filter(({ title }) => title === 'Only once')).toHaveLength(1);
});

test('a vault that was copied with nothing that may have been sent says nothing', async () => {
  const { desk, clock } = await bench({ whereaboutsOf });
  await desk.call('finding.edit', { id: 'f1', changes: { title: 'Mine' } });
  desk.restart();
  const home = join(temporaryFolder(), 'copy');
  cpSync(desk.home, home, { recursive: true });
  const copy = openDesk({ home, clock, whereaboutsOf });
  expect(await copy.call('notice.list')).toEqual([]);
  expect(await copy.call('queue.list')).toMatchObject([{ kind: 'update', state: 'queued' }]);
});

test('an older copy that is written over the vault in place is noticed, and doubles nothing', async () => {
  const { desk, service, clock } = await bench({ whereaboutsOf });
  await desk.call('finding.create', { project, records: [body({ title: 'Only once' })] });
  desk.restart();
  const copy = join(temporaryFolder(), 'copy');
  cpSync(desk.home, copy, { recursive: true });
  await sync(desk);
  await desk.close();
  // Over the bytes of each file: the files stay the same files.
  for (const name of readdirSync(copy, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(copy, name)).isFile())
      writeFileSync(join(desk.home, name), readFileSync(join(copy, name)));

  const older = openDesk({ home: desk.home, clock, whereaboutsOf });
  expect(await older.call('queue.list')).toMatchObject([{ kind: 'create', state: 'unknown' }]);
  const [notice] = await older.call('notice.list');
  expect(notice).toMatchObject({ kind: 'copied' });
  expect(notice?.sentences[0]).toContain('older than it was before');
  await sync(older);
  expect(await older.call('queue.list')).toEqual([]);
  expect(service.findings(project).filter(({ title }) => title === 'Only once')).toHaveLength(1);
});

/** Stats of a file system that gives the number of a deleted file to the next one. */
function reusing(made: { birthtimeNs: bigint; ctimeNs: bigint }) {
  return (path: string) =>
    path.endsWith('.db')
      ? { ino: 7n, ...made }
      : { ino: 6n, birthtimeNs: made.birthtimeNs === 0n ? 0n : 1n, ctimeNs: 2n };
}

test('a vault that was put back from its own copy is noticed though its file has the same number', async () => {
  let made = { birthtimeNs: 100n, ctimeNs: 100n };
  const { desk, service, clock } = await bench({
    whereaboutsOf: (path) => whereaboutsOf(path, undefined, reusing(made)),
  });
  await desk.call('finding.create', { project, records: [body({ title: 'Only once' })] });
  made = { birthtimeNs: 100n, ctimeNs: 300n };
  desk.restart();
  expect(await desk.call('notice.list')).toEqual([]);
  const copy = join(temporaryFolder(), 'copy');
  cpSync(desk.home, copy, { recursive: true });
  await sync(desk);
  await desk.close();
  rmSync(desk.home, { recursive: true });
  cpSync(copy, desk.home, { recursive: true });
  made = { birthtimeNs: 400n, ctimeNs: 401n };

  const back = openDesk({
    home: desk.home,
    clock,
    whereaboutsOf: (path) => whereaboutsOf(path, undefined, reusing(made)),
  });
  expect(await back.call('queue.list')).toMatchObject([{ kind: 'create', state: 'unknown' }]);
  expect(await back.call('notice.list')).toMatchObject([{ kind: 'copied' }]);
  await sync(back);
  expect(service.findings(project).filter(({ title }) => title === 'Only once')).toHaveLength(1);
});

test('a system that does not tell when a file was made names it by its number alone', () => {
  const never = { birthtimeNs: 0n, ctimeNs: 5n };
  const lastChange = { ino: 7n, birthtimeNs: 5n, ctimeNs: 5n };
  const names = [
    whereaboutsOf('store.db', 'machine', reusing(never)),
    whereaboutsOf('store.db', 'machine', () => lastChange),
  ];
  expect(names[0]).toBe(names[1]);
  expect(whereaboutsOf('store.db', 'machine', reusing({ birthtimeNs: 9n, ctimeNs: 9n }))).toBe(
    `${String(names[0])}.9`,
  );
});

test('a home whose disk was put into another machine is noticed too, though its files are the same', async () => {
  const other: { machine?: string } = {};
  const { desk, service } = await bench({ whereaboutsOf: (path) => whereaboutsOf(path, other.machine) });
  await desk.call('finding.create', { project, records: [body({ title: 'Only once' })] });
  desk.restart();
  expect(await desk.call('notice.list')).toEqual([]);
  other.machine = 'another machine';
  desk.restart();
  expect(await desk.call('queue.list')).toMatchObject([{ kind: 'create', state: 'unknown' }]);
  expect(await desk.call('notice.list')).toMatchObject([{ kind: 'copied' }]);
  expect(service.findings(project).filter(({ title }) => title === 'Only once')).toEqual([]);
});

test('a store is no copy where its place was forgotten, and one wherever it says so', async () => {
  const doubted: number[] = [];
  for (const act of [() => undefined, forgetWhereabouts, markAsCopy]) {
    const { desk, clock } = await bench({ count: 0 });
    await create(desk);
    const count = within(desk, (db) => {
      const ctx = { db, clock, profile: defaultProfile } as unknown as ServiceContext;
      noticeWhereabouts(ctx, 'machine/file.1');
      transaction(db, () => {
        act(db);
      });
      return noticeWhereabouts(ctx, act === markAsCopy ? 'machine/file.1' : 'another/file.1');
    });
    doubted.push(count);
  }
  expect(doubted).toEqual([1, 0, 1]);
});
