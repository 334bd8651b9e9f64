import { expect, test } from 'vitest';
import type { Clock } from '#contract/ports.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { sql } from '#db/store/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';
import { createSystemClock } from '#app/platform/system.ts';
import { GroupCommit } from '#engine/push/group-commit.ts';
import { sampleService, syncedDesk } from '../../support/desk.ts';
import { edit, findings, isUpdate, project, sync, watch, within } from '../support.ts';

/** A store, the parts that are written to it, and a wait for a deferred part that ends when the test says so. */
function group(): { db: WritableDb; commit: GroupCommit; endWait: () => void } {
  const db = openMemoryStore();
  const wait = Promise.withResolvers<void>();
  const clock = {
    ...createSystemClock(),
    sleep: (ms: number) => (ms === 0 ? createSystemClock().sleep(0) : wait.promise),
  };
  return { db, commit: new GroupCommit({ db, clock }), endWait: wait.resolve };
}

function add(db: WritableDb, word: string): void {
  sql(db, "INSERT INTO spelling_word (project, word) VALUES ('p', ?)").run(word);
}

function words(db: ReadableDb): string[] {
  return sql<[], { word: string }>(db, 'SELECT word FROM spelling_word ORDER BY rowid')
    .all()
    .map(({ word }) => word);
}

function commits(db: ReadableDb): number {
  return sql<[], { commits: number }>(db, 'SELECT commits FROM mark').get()?.commits ?? 0;
}

function attempts(db: ReadableDb): number {
  return sql<[], { attempts: number }>(db, 'SELECT count(*) AS attempts FROM attempt').get()?.attempts ?? 0;
}

test('what several lanes write in one turn is one commit, and each is told of it afterwards', async () => {
  const { db, commit } = group();
  const before = commits(db);
  commit.defer(() => {
    add(db, 'end');
  });
  const told = await Promise.all(
    ['one', 'two'].map((word) =>
      commit
        .write(() => {
          add(db, word);
          return word;
        })
        .then((answer) => [answer, db.inTransaction, commits(db) - before]),
    ),
  );
  expect([told, words(db)]).toEqual([
    [
      ['one', false, 1],
      ['two', false, 1],
    ],
    ['end', 'one', 'two'],
  ]);
});

test('a part that fails spoils nothing for the others', async () => {
  const { db, commit } = group();
  const parts = ['one', '', 'two'].map((word) =>
    commit.write(() => {
      if (word === '') throw new Error('no word');
      add(db, word);
    }),
  );
  const ends = await Promise.allSettled(parts);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(words(db)).toEqual(['one', 'two']);
});

test('a part whose commit fails is told so, never as durable', async () => {
  const { db, commit } = group();
  const written = commit.write(() => {
    db.exec('PRAGMA defer_foreign_keys = ON');
    sql(db, "INSERT INTO history (finding, at, what) VALUES (99, '', '')").run();
  });
  await expect(written).rejects.toThrow('FOREIGN KEY');
});

test('what is deferred is durable soon, also if nothing else is written', async () => {
  const { db, commit, endWait } = group();
  commit.defer(() => {
    add(db, 'end');
  });
  await createSystemClock().sleep(0);
  const before = words(db);
  endWait();
  await createSystemClock().sleep(0);
  expect([before, words(db)]).toEqual([[], ['end']]);
});

test('once a deferred part has failed nothing more is written, and the next flush tells why', async () => {
  const { db, commit } = group();
  commit.defer(() => {
    throw new Error('the disk is full');
  });
  expect(() => {
    commit.flush();
  }).toThrow('the disk is full');
  await expect(
    commit.write(() => {
      add(db, 'next');
    }),
  ).rejects.toThrow('the disk is full');
  expect(words(db)).toEqual([]);
});

test('the end of an edit and the attempt of the next are one commit, and each attempt is durable before it leaves', async () => {
  const many = 24;
  const seeds = [{ project, findings: findings(many) }];
  const service = await sampleService({ engagement: false, seeds });
  const clock = createSystemClock();
  // On a busy machine the next edit may come later than a deferred part waits.
  const sleep: Clock['sleep'] = (ms, signal) => clock.sleep(ms === 0 ? 0 : 60_000, signal);
  const desk = await syncedDesk(service, project, { clock: { ...clock, sleep } });
  const ids = Array.from({ length: many }, (_, at) => `f${String(at + 1)}`);
  // The first update of a connection goes alone.
  await edit(desk, 'f1', { severity: 'low' });
  await sync(desk);
  for (const id of ids) await edit(desk, id, { severity: 'high' });
  const before = within(desk, commits);
  const attemptsBefore = within(desk, attempts);
  const written: number[] = [];
  watch(service, [], (request) => {
    if (isUpdate(request)) written.push(within(desk, attempts) - attemptsBefore);
    return undefined;
  });
  const { pushed } = await sync(desk, { pull: false });
  expect(pushed.applied).toBe(many);
  expect(within(desk, commits) - before).toBeLessThan(1.5 * many);
  expect(written).toHaveLength(many);
  expect(written.every((count, at) => count > at)).toBe(true);
});
