import { describe, expect, it, onTestFinished } from 'vitest';
import type { WritableDb } from '#db/schema/types.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { transaction } from '#db/store/transaction.ts';
import { addNotice, writeNotices } from '#db/tables/accounts/notices.ts';
import { writeSetting } from '#db/tables/accounts/settings.ts';
import { acknowledge, noticesOf, tellNotices } from '#features/settings/notices.ts';

const at = '2026-11-29T12:00:00.000Z';

/** A store with a notice that stays and then one that is told once. */
function noticed(): WritableDb {
  const db = openMemoryStore();
  onTestFinished(() => {
    db.close();
  });
  transaction(db, () => {
    addNotice(db, { kind: 'rescue', at, sentences: ['Two findings were lost.'], stays: true });
    addNotice(db, { kind: 'copied', at, sentences: ['This is a copy.'], stays: false });
  });
  return db;
}

function ids(db: WritableDb): string[] {
  return noticesOf(db).map(({ id }) => id);
}

describe('a notice', () => {
  it('is told as new once; then it stays or is forgotten', () => {
    const db = noticed();
    const told = [tellNotices(db), tellNotices(db), tellNotices(db)];
    expect(told.map((all) => all.map(({ id, isNew, stays }) => [id, isNew, stays]))).toEqual([
      [
        ['notice-1', true, true],
        ['notice-2', true, false],
      ],
      [['notice-1', false, true]],
      [['notice-1', false, true]],
    ]);
  });

  it('is listed without being told by that', () => {
    const db = noticed();
    expect(noticesOf(db)).toEqual([
      { id: 'notice-1', kind: 'rescue', at, sentences: ['Two findings were lost.'] },
      { id: 'notice-2', kind: 'copied', at, sentences: ['This is a copy.'] },
    ]);
    expect(tellNotices(db).map(({ isNew }) => isNew)).toEqual([true, true]);
  });

  it('has a number above those that are there', () => {
    const db = noticed();
    acknowledge(db, ['notice-1']);
    transaction(db, () => {
      addNotice(db, { kind: 'rescue', at, sentences: [], stays: true });
    });
    expect(ids(db)).toEqual(['notice-2', 'notice-3']);
  });

  it('comes from a store that holds something else as none', () => {
    const db = noticed();
    const seen = ['{', '[{"id":1}]'].map((valueJson) => {
      transaction(db, () => {
        writeSetting(db, { name: 'notices', valueJson });
      });
      return ids(db);
    });
    expect(seen).toEqual([[], []]);
  });
});

describe('acknowledging', () => {
  it('forgets the notices that are named, or all', () => {
    const db = noticed();
    const first = acknowledge(db, ['notice-2']);
    const left = ids(db);
    expect([first, left, acknowledge(db, undefined), ids(db)]).toEqual([
      ['notice-2'],
      ['notice-1'],
      ['notice-1'],
      [],
    ]);
  });

  it('forgets none if one of them is not there', () => {
    const db = noticed();
    expect(() => acknowledge(db, ['notice-1', 'notice-9'])).toThrow('There is no notice notice-9.');
    expect(ids(db)).toEqual(['notice-1', 'notice-2']);
    transaction(db, () => {
      writeNotices(db, []);
    });
    expect(acknowledge(db, undefined)).toEqual([]);
  });
});
