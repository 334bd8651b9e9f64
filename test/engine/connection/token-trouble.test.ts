import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultProfile } from '#contract/profile.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { openMemoryStore } from '#db/store/open.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import { writeConnection, writeTokenTrouble } from '#db/tables/accounts/connections.ts';
import { noteTokenTrouble, tokenTrouble } from '#engine/connection/token-trouble.ts';

function connected(): WritableDb {
  const db = openMemoryStore();
  onTestFinished(() => {
    db.close();
  });
  transaction(db, () => {
    writeConnection(db, {
      baseUrl: 'https://service.test/',
      userId: 'u',
      token: null,
      userJson: '{}',
      organizationJson: '{}',
      profileJson: JSON.stringify(defaultProfile),
    });
  });
  return db;
}

/** How many rows have been written by now. */
function written(db: WritableDb): number {
  return sql<[], { changes: number }>(db, 'SELECT total_changes() AS changes').get()?.changes ?? 0;
}

const refused = { kind: 'refused', at: '2026-11-01' } as const;
const foreign = { kind: 'foreign', at: '2026-11-01', user: { id: 'ben' } } as const;

describe('what is wrong with a token', () => {
  test('is nothing until a sync finds something', () => {
    expect(tokenTrouble(connected())).toBeNull();
  });

  test.each([refused, foreign])('is kept with when it began: $kind', (trouble) => {
    const db = connected();
    noteTokenTrouble(db, trouble);
    noteTokenTrouble(db, { ...trouble, at: '2026-11-02' });
    expect(tokenTrouble(db)).toEqual(trouble);
  });

  test('is told anew if it is something else by now', () => {
    const db = connected();
    const ben = { ...foreign, at: '2026-11-02' };
    const cleo = { kind: 'foreign', at: '2026-11-03', user: { id: 'cleo' } } as const;
    const seen = [refused, ben, cleo].map((trouble) => {
      noteTokenTrouble(db, trouble);
      return tokenTrouble(db);
    });
    expect(seen).toEqual([refused, ben, cleo]);
  });

  test('is over once the token is right', () => {
    const db = connected();
    noteTokenTrouble(db, refused);
    noteTokenTrouble(db, null);
    expect(tokenTrouble(db)).toBeNull();
  });

  test('is written only if it changed', () => {
    const db = connected();
    const before = written(db);
    noteTokenTrouble(db, null);
    const untroubled = written(db) - before;
    noteTokenTrouble(db, foreign);
    const noted = written(db);
    noteTokenTrouble(db, { ...foreign, at: '2026-11-02' });
    expect([untroubled, noted > before, written(db) - noted]).toEqual([0, true, 0]);
  });

  test.each([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['without a time', '{"kind":"refused"}'],
    ['of an unknown kind', '{"kind":"lost","at":"2026-11-01"}'],
    ['foreign without a user', '{"kind":"foreign","at":"2026-11-01"}'],
    ['foreign with a user that is no record', '{"kind":"foreign","at":"2026-11-01","user":"ben"}'],
  ])('is unknown if the stored text is damaged: %s', (_what, text) => {
    const db = connected();
    transaction(db, () => {
      writeTokenTrouble(db, text);
    });
    expect(tokenTrouble(db)).toBeNull();
  });
});
