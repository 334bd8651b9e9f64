import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listQuarantined, removeQuarantined } from '#db/recovery/store-files.ts';
import { newStore } from './support.ts';

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
