import { describe, expect, test } from 'vitest';
import { insertItem, insertOperation } from '#db/tables/outbox/operations.ts';
import { findFinding } from '#db/tables/findings/records.ts';
import type { TestDesk } from '../../support/desk.ts';
import {
  bench,
  body,
  edit,
  isDetail,
  only,
  project,
  quietMs,
  row,
  spoil,
  states,
  sync,
  within,
} from '../support.ts';

const denied = { kind: 'status', status: 404, handled: false } as const;

/** Writes what an earlier version queued behind a deletion: a status change that nothing refused. */
function queueStatusBehind(desk: TestDesk, id: string): void {
  within(desk, (db) => {
    const finding = findFinding(db, id)?.finding;
    if (finding === undefined) throw new Error(`there is no ${id}`);
    const seq = insertOperation(db, {
      op: `old-${id}`,
      kind: 'bulk-status',
      project,
      createdAt: '2026-11-27T08:00:00.000Z',
      payloadJson: '{"status":"closed"}',
    });
    insertItem(db, { seq, finding, patchJson: '{"status":"closed"}', basesJson: '{}', seenJson: null });
  });
}

async function listed(desk: TestDesk, query?: string): Promise<string[]> {
  const { rows } = await desk.call('finding.list', { project, ...(query === undefined ? {} : { query }) });
  return rows.map(({ id }) => id);
}

describe('promise 11: what we deleted and saw confirmed is in no list, and nothing waits behind it', () => {
  test('a status and a second deletion of what is to be deleted are left out, and no sync leaves anything', async () => {
    const { desk, service } = await bench({ count: 12 });
    const ids = ['f1', 'f2'];
    const doomed = await desk.call('finding.bulkDelete', { selection: { ids } });
    const status = await desk.call('finding.setStatus', { status: 'closed', selection: { ids } });
    expect(status.operations).toEqual([]);
    expect(status.left_out).toEqual(
      ids.map((id) => ({
        id,
        reason: `its deletion is pending: operation ${doomed.operations[0]?.op ?? ''}`,
      })),
    );
    const again = await desk.call('finding.delete', { ids: ['f1'] });
    expect(again.map(({ op }) => op)).toEqual(doomed.operations.map(({ op }) => op));
    expect((await desk.call('finding.bulkDelete', { selection: { ids } })).operations).toEqual([]);
    for (let round = 0; round < 3; round += 1) await sync(desk);
    expect(ids.map((id) => service.finding(id))).toEqual([undefined, undefined]);
    expect(await states(desk)).toEqual([]);
    expect(await listed(desk)).not.toEqual(expect.arrayContaining(ids));
    expect(await listed(desk, 'is:gone')).toEqual(ids);
    const [engagement] = await desk.call('engagement.list');
    expect(engagement?.findings).toBe(10);
  });

  test.each(['before the deletion is sent', 'after it was confirmed'])(
    'what an earlier version queued behind a deletion goes with it: %s',
    async (when) => {
      const { desk } = await bench({ count: 12 });
      await desk.call('finding.delete', { ids: ['f1'] });
      if (when.startsWith('after')) await sync(desk);
      queueStatusBehind(desk, 'f1');
      await sync(desk);
      expect(await states(desk)).toEqual([]);
      expect(await row(desk, 'f1')).toBeUndefined();
      const told = await desk.call('finding.history', { id: 'f1' });
      expect(told.at(-1)).toMatchObject({ what: 'superseded', detail: { by: 'deletion' } });
    },
  );

  test('a status that waits and was refused is discarded with the deletion, which nothing holds up', async () => {
    const made = await bench({ count: 12 });
    const { desk, service } = made;
    await desk.call('finding.setStatus', { status: 'closed', selection: { ids: ['f1', 'f2'] } });
    service.edit('f1', { status: 'reopened' });
    await sync(desk);
    expect(await states(desk)).toEqual(['bulk-status conflict']);
    await desk.call('finding.delete', { ids: ['f1'] });
    await sync(desk);
    expect(service.finding('f1')).toBeUndefined();
    expect(await states(desk)).toEqual([]);
  });

  test('a question to the assistant that waits for a confirmation is not left behind', async () => {
    const { desk } = await bench({ count: 12 });
    await desk.call('assistant.ask', { finding: 'f1' });
    await desk.call('finding.delete', { ids: ['f1'] });
    await expect(desk.call('assistant.ask', { finding: 'f1' })).rejects.toThrow('is to be deleted');
    await sync(desk);
    expect(await states(desk)).toEqual([]);
  });

  test('is neither edited, decided on, deleted nor given a status any more', async () => {
    const { desk } = await bench({ count: 12 });
    await desk.call('finding.delete', { ids: ['f1'] });
    await sync(desk);
    await expect(edit(desk, 'f1', { title: 'Too late' })).rejects.toThrow('was deleted here');
    await expect(desk.call('finding.delete', { ids: ['f1'] })).rejects.toThrow('was deleted here');
    await expect(desk.call('candidate.review', { id: 'f1', decision: 'accept' })).rejects.toThrow(
      'was deleted here',
    );
    const { left_out } = await desk.call('finding.setStatus', {
      status: 'closed',
      selection: { ids: ['f1'] },
    });
    expect(left_out).toEqual([{ id: 'f1', reason: 'it was deleted here and on the service' }]);
    expect((await desk.call('finding.open', { id: 'f1' })).closed).toMatch('was deleted here');
  });

  test('one that others had deleted before counts alike: the deletion is done, and nothing waits', async () => {
    const { desk, service } = await bench({ count: 12 });
    await desk.call('finding.bulkDelete', { selection: { ids: ['f1'] } });
    queueStatusBehind(desk, 'f1');
    service.remove('f1');
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(await listed(desk)).not.toContain('f1');
  });

  test('one that comes back and is then deleted by others keeps what was written on it meanwhile', async () => {
    const { desk, service, clock } = await bench({ count: 12 });
    await desk.call('finding.delete', { ids: ['f1'] });
    await sync(desk);
    service.create(project, { id: 'f1', body: body() });
    await sync(desk);
    expect(await listed(desk)).toContain('f1');
    await edit(desk, 'f1', { title: 'Written after it came back' });
    service.remove('f1');
    clock.pass(quietMs);
    await sync(desk);
    clock.pass(quietMs);
    await sync(desk);
    expect(await only(desk)).toMatchObject({ state: 'conflict', conflict: { reason: 'gone' } });
  });

  test('what is not confirmed stays in sight: a passing "not found" drops nothing', async () => {
    const made = await bench({ count: 12 });
    const { desk } = made;
    await desk.call('finding.delete', { ids: ['f1'] });
    spoil(made, isDetail('f1'), denied);
    await sync(desk, { pull: false });
    expect(await listed(desk)).toContain('f1');
  });
});
