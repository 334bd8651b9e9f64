import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bench, edit } from '../support.ts';

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
