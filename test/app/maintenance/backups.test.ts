import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openReader, openStore } from '#db/store/open.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import { createBackups } from '#app/maintenance/backups.ts';
import { listBackups } from '#db/recovery/backup.ts';
import { backupsOf, type OpenStore } from '#app/maintenance/stores.ts';
import { temporaryFolder } from '../../support/desk.ts';

const key = new Uint8Array(32).fill(3);

/** A store with about so many bytes in it. */
function storeOf(bytes: number): OpenStore {
  const folder = temporaryFolder();
  const db = openStore({ path: join(folder, 'store.db'), key });
  transaction(db, () => {
    sql(db, 'INSERT INTO engagement VALUES (?, ?, NULL, ?)').run('p', 'x'.repeat(bytes), 'now');
  });
  db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  return { id: 'store', folder, db };
}

function backedUp(store: OpenStore): number {
  const [newest] = listBackups(backupsOf(store.folder));
  if (newest === undefined) return 0;
  const db = openReader({ path: newest.path, key });
  const row = sql<[], { length: number }>(db, 'SELECT length(name) AS length FROM engagement').get();
  db.close();
  return row?.length ?? 0;
}

describe('a backup behind a sync', () => {
  test.each([1_000, 20_000_000])('holds what was in the store (%d bytes)', async (bytes) => {
    const store = storeOf(bytes);
    const told: string[] = [];
    const backups = createBackups(
      () => key,
      (sentence) => told.push(sentence),
    );
    await backups.afterSync(store, 1_000_000);
    await backups.afterSync(store, 1_000_001);
    expect([backedUp(store), readdirSync(backupsOf(store.folder)).length, told]).toEqual([bytes, 1, []]);
    store.db.close();
  });

  test('of a large store keeps nobody waiting, and says when it is there', async () => {
    const store = storeOf(20_000_000);
    const backups = createBackups(
      () => key,
      () => undefined,
    );
    const order: string[] = [];
    const made = backups.afterSync(store, 1_000_000).then(() => order.push('made'));
    setImmediate(() => order.push('answered'));
    await backups.settled();
    await made;
    expect([order, backedUp(store)]).toEqual([['answered', 'made'], 20_000_000]);
    store.db.close();
  });

  test('of a store that cannot be read keeps no other one from being made', async () => {
    const [gone, store] = [storeOf(1_000), storeOf(1_000)];
    gone.db.close();
    const backups = createBackups(
      () => key,
      () => undefined,
    );
    await expect(backups.afterSync(gone, 1_000_000)).rejects.toThrow();
    await backups.settled();
    await backups.afterSync(store, 1_000_000);
    expect(backedUp(store)).toBe(1_000);
    store.db.close();
  });

  test('that fails is told, and the next one is made', async () => {
    const store = storeOf(20_000_000);
    const told: string[] = [];
    let right = false;
    const backups = createBackups(
      () => (right ? key : new Uint8Array(32)),
      (sentence) => told.push(sentence),
    );
    await backups.afterSync(store, 1_000_000);
    right = true;
    await backups.afterSync(store, 1_000_000);
    expect([told.length, told[0]?.startsWith('The backup of the store failed: '), backedUp(store)]).toEqual([
      1,
      true,
      20_000_000,
    ]);
    expect(existsSync(`${store.folder}/store.db.suspect`)).toBe(true);
    store.db.close();
  });
});
