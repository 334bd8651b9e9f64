import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openDesk, temporaryFolder } from '../../support/desk.ts';
import { bench, body, create, edit, isWrite, spoil, states, sync, isUpdate } from '../support.ts';

describe('promise 2: no send without a durable trace first', () => {
  test('every write that reaches the service is found by a start after a kill, as unknown', async () => {
    const { desk, service, clock } = await bench();
    for (const id of ['f1', 'f2', 'f3']) await edit(desk, id, { title: `Edited ${id}` });
    await create(desk, body({ title: 'New' }));
    const killed: { home: string; sent: string }[] = [];
    service.setFaults((request) => {
      if (isWrite(request)) {
        const home = join(temporaryFolder(), 'home');
        cpSync(desk.home, home, { recursive: true });
        killed.push({ home, sent: (JSON.parse(request.body) as { title: string }).title });
      }
      return undefined;
    });
    await sync(desk);
    service.setFaults(undefined);
    expect(killed.map(({ sent }) => sent).sort()).toEqual(['Edited f1', 'Edited f2', 'Edited f3', 'New']);
    for (const { home, sent } of killed) {
      const after = openDesk({ home, clock });
      const queue = await after.call('queue.list');
      const inDoubt = queue.filter(({ state }) => state === 'unknown');
      const titles = await Promise.all(
        inDoubt.map(
          async ({ findings }) => (await after.call('finding.get', { id: findings[0] })).effective['title'],
        ),
      );
      expect(titles).toContain(sent);
      expect(inDoubt.every(({ attempts }) => attempts === 1)).toBe(true);
    }
  });

  test('the history tells what was sent and what came of it', async () => {
    const made = await bench();
    const { desk } = made;
    await edit(desk, 'f1', { title: 'Edited' });
    spoil(made, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    const told = (await desk.call('finding.history', { id: 'f1' })).map(({ what }) => what);
    expect(told.indexOf('sent')).toBeGreaterThan(told.indexOf('edited'));
    expect(told.indexOf('unknown')).toBeGreaterThan(told.indexOf('sent'));
    expect(await states(desk)).toEqual(['update unknown']);
  });
});
