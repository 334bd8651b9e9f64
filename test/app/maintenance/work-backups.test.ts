import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createBackups } from '#app/maintenance/backups.ts';
import { backupsOf, type OpenStore } from '#app/maintenance/stores.ts';
import { createWorkBackups } from '#app/maintenance/work-backups.ts';
import { listBackups } from '#db/recovery/backup.ts';
import { openStore } from '#db/store/open.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import { changeItem, insertItem, insertOperation } from '#db/tables/outbox/operations.ts';
import { patienceMs } from '../../support/patience.ts';
import { temporaryFolder } from '../../support/desk.ts';

const key = new Uint8Array(32).fill(3);
const finding = 1 as never;
const hour = 3_600_000;

function emptyStore(): OpenStore {
  const folder = temporaryFolder();
  const db = openStore({ path: join(folder, 'store.db'), key });
  onTestFinished(() => {
    db.close();
  });
  return { id: 'store', folder, db };
}

/** Queues an edit and answers its place. */
function queueEdit({ db }: OpenStore): number {
  return transaction(db, () => {
    sql(db, "INSERT INTO finding (finding, local_id, project) VALUES (1, 'local', 'p')").run();
    const createdAt = '2026-01-01T00:00:00.000Z';
    const row = { op: 'op-1', kind: 'update', project: 'p', createdAt, payloadJson: '{}' } as const;
    const seq = insertOperation(db, row);
    insertItem(db, { seq, finding, patchJson: '{"title":"1"}', basesJson: '{}', seenJson: null });
    return seq;
  });
}

function editAgain({ db }: OpenStore, seq: number): void {
  transaction(db, () => changeItem(db, { seq, finding }, { patchJson: '{"title":"2"}' }));
}

function madeAt({ folder }: OpenStore): number[] {
  return listBackups(backupsOf(folder)).map(({ madeAtMs }) => madeAtMs);
}

const silent = (): ReturnType<typeof createBackups> =>
  createBackups(
    () => key,
    () => undefined,
  );

test('work is backed up when it is newer than the last backup, and never without that', async () => {
  const store = emptyStore();
  const backups = silent();
  expect([await backups.ofNewWork(store, hour), madeAt(store)]).toEqual(['done', []]);
  const seq = queueEdit(store);
  expect([await backups.ofNewWork(store, hour), madeAt(store)]).toEqual(['done', [hour]]);
  // Other changes of the store are no work.
  transaction(store.db, () => {
    sql(store.db, "INSERT INTO engagement VALUES ('p', NULL, NULL, 'now')").run();
  });
  expect([await backups.ofNewWork(store, hour * 10), madeAt(store)]).toEqual(['done', [hour]]);
  editAgain(store, seq);
  expect([await backups.ofNewWork(store, hour + 1), madeAt(store)]).toEqual(['too-soon', [hour]]);
  expect([await backups.ofNewWork(store, hour * 10), madeAt(store)]).toEqual(['done', [hour * 10, hour]]);
});

test('of work that goes on for a day three backups stay, not all of the last minutes', async () => {
  const store = emptyStore();
  const backups = silent();
  const seq = queueEdit(store);
  for (let minute = 0; minute < 24 * 60; minute += 30) {
    editAgain(store, seq);
    await backups.ofNewWork(store, hour + minute * 60_000);
  }
  const made = madeAt(store);
  expect([made.length, made[0]]).toEqual([3, hour * 24.5]);
  expect((made[1] ?? 0) - (made[2] ?? 0)).toBeGreaterThanOrEqual(2 * hour);
});

test('work that came too soon, or while a sync runs, is asked for again', async () => {
  const store = emptyStore();
  const backups = silent();
  const seq = queueEdit(store);
  await backups.ofNewWork(store, hour);
  editAgain(store, seq);
  let nowMs = hour;
  let looks = 0;
  const answers: string[] = [];
  const soon = createWorkBackups({
    backups: {
      async ofNewWork(...asked) {
        const answer = await backups.ofNewWork(...asked);
        answers.push(answer);
        return answer;
      },
    },
    afterMs: 1,
    nowMs: () => nowMs,
    isBusy: () => (looks += 1) <= 3,
    alone: (work) => work(),
  });
  onTestFinished(() => soon.close());
  soon.committed(store);
  await expect.poll(() => answers.length, { timeout: patienceMs }).toBeGreaterThan(1);
  expect([looks > 3, answers.includes('done')]).toEqual([true, false]);
  nowMs += hour;
  await expect.poll(() => madeAt(store), { timeout: patienceMs }).toContain(nowMs);
});

test('a store that was closed meanwhile fails nothing', async () => {
  const store = emptyStore();
  queueEdit(store);
  store.db.close();
  expect(await silent().ofNewWork(store, hour)).toBe('done');
});
