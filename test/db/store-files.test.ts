import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foldLog } from '#db/recovery/evidence-wipe.ts';
import { listQuarantined, removeQuarantined } from '#db/recovery/store-files.ts';
import { openReader } from '#db/store/open.ts';
import { addEngagement, engagements, key, newStore } from './support.ts';

test('a store that was set aside and cannot be removed is named once, and the others are removed', () => {
  const { path, folder } = newStore();
  // A folder stands for a file that the system does not let go.
  mkdirSync(join(folder, 'store.db.damaged-1'));
  for (const name of ['store.db.damaged-1-wal', 'store.db.damaged-2', 'store.db.damaged-2-wal'])
    writeFileSync(join(folder, name), 'x');
  expect(removeQuarantined(listQuarantined(path))).toEqual({ removed: 1, left: ['store.db.damaged-1'] });
  expect([
    existsSync(join(folder, 'store.db.damaged-2')),
    existsSync(join(folder, 'store.db.damaged-2-wal')),
  ]).toEqual([false, false]);
});

test('the log is empty once it was folded into the store; one that is read stays, and this is told', () => {
  const { path, db } = newStore();
  const logBytes = (): number => statSync(`${path}-wal`).size;
  addEngagement(db, 'portal');
  expect(logBytes()).toBeGreaterThan(0);
  expect([foldLog(db), logBytes()]).toEqual([true, 0]);

  const reader = openReader({ path, key });
  const read = reader.prepare('SELECT project FROM engagement UNION ALL SELECT 1').iterate();
  read.next();
  db.pragma('busy_timeout = 1');
  addEngagement(db, 'driver');
  expect(foldLog(db)).toBe(false);
  expect(logBytes()).toBeGreaterThan(0);
  read.return?.();
  reader.close();
  expect([foldLog(db), logBytes(), engagements(db)]).toEqual([true, 0, ['driver', 'portal']]);
});
