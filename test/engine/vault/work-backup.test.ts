import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupsOf } from '#app/maintenance/stores.ts';
import { listBackups } from '#db/recovery/backup.ts';
import { openReader } from '#db/store/open.ts';
import { storeKey } from '#db/store/vault.ts';
import { openOperations } from '#db/tables/outbox/operations.ts';
import { patienceMs } from '../../support/patience.ts';
import type { TestDesk } from '../../support/desk.ts';
import { bench, edit } from '../support.ts';

/** The kinds of the open operations in the newest backup of a desk that is open. */
function workBackedUp({ home }: TestDesk): string[] {
  const stores = join(home, 'stores');
  const [id = ''] = readdirSync(stores);
  const [newest] = listBackups(backupsOf(join(stores, id)));
  if (newest === undefined) return [];
  const db = openReader({ path: newest.path, key: storeKey(new Uint8Array(32).fill(7), id) });
  try {
    return openOperations(db).map(({ kind }) => kind);
  } finally {
    db.close();
  }
}

test('an edit that was never sent is in a backup soon after it was written, while the program runs on', async () => {
  const { desk, clock } = await bench({ workBackupAfterMs: 10 });
  clock.pass(60_000);
  await edit(desk, 'f1', { title: 'Never sent' });
  await expect.poll(() => workBackedUp(desk), { timeout: patienceMs }).toEqual(['update']);
  clock.pass(60_000);
  await desk.call('finding.delete', { ids: ['f2'] });
  await expect.poll(() => workBackedUp(desk), { timeout: patienceMs }).toEqual(['update', 'delete']);
});

test('an edit that was never sent is in a backup as soon as the program has ended, not four hours after a sync', async () => {
  const { desk, clock } = await bench();
  clock.pass(60_000);
  await edit(desk, 'f1', { title: 'Never sent' });
  desk.restart();
  const stores = join(desk.home, 'stores');
  truncateSync(join(stores, readdirSync(stores)[0] ?? '', 'store.db'), 0);
  desk.restart();
  expect(await desk.call('queue.list')).toMatchObject([
    { kind: 'update', state: 'queued', findings: ['f1'] },
  ]);
  expect((await desk.call('finding.get', { id: 'f1' })).effective).toMatchObject({ title: 'Never sent' });
});
