import { describe, expect, test } from 'vitest';
import {
  bench,
  body,
  create,
  edit,
  heal,
  isCreation,
  isUpdate,
  only,
  spoil,
  states,
  sync,
  titled,
} from '../support.ts';

describe('undoing a discard', () => {
  test('puts an edit back over what it was made over, and it goes out', async () => {
    const { desk, service } = await bench();
    const { op } = await edit(desk, 'f1', { title: 'Edited' });
    const { createdAt: _none, ...before } = { createdAt: null, ...(await only(desk)) };
    await desk.call('queue.discard', { op });
    expect(await states(desk)).toEqual([]);
    const again = await desk.call('queue.restore', { op });
    expect(again).toEqual({ ...before, op: again.op });
    await sync(desk);
    expect(service.finding('f1')?.['title']).toBe('Edited');
  });

  test('leaves a change that somebody made meanwhile: the edit meets it as it would have', async () => {
    const { desk, service } = await bench();
    const { op } = await edit(desk, 'f1', { severity: 'low' });
    await desk.call('queue.discard', { op });
    await desk.call('queue.restore', { op });
    service.edit('f1', { severity: 'high' });
    await sync(desk);
    expect((await only(desk)).conflict?.fields).toEqual({
      severity: { base: 'medium', mine: 'low', theirs: 'high' },
    });
  });

  test('puts a refused edit back as refused, and a conflict as a conflict', async () => {
    const made = await bench();
    const { desk, service } = made;
    await edit(desk, 'f1', { title: 'No' });
    await edit(desk, 'f2', { severity: 'low' });
    service.edit('f2', { severity: 'high' });
    spoil(made, isUpdate, { kind: 'status', status: 403, handled: false, body: '{"error":"read only"}' });
    await sync(desk);
    const before = await desk.call('queue.list');
    expect(before.map(({ state }) => state)).toEqual(['rejected', 'conflict']);
    for (const { op } of before) await desk.call('queue.discard', { op });
    for (const { op } of before) await desk.call('queue.restore', { op });
    const after = await desk.call('queue.list');
    const told = (all: typeof after): unknown[] =>
      all.map(({ state, error, conflict, findings }) => ({ state, error, conflict, findings }));
    expect(told(after)).toEqual(told(before));
  });

  test('leaves neither edit nor deletion of a creation that was dropped: it would go nowhere, and stop every sync', async () => {
    const { desk, service } = await bench();
    const made = await create(desk, body({ title: 'Dropped' }));
    const id = made.findings[0] ?? '';
    await desk.call('queue.discard', { op: made.op });
    const refused = await desk.call('finding.edit', { id, changes: { title: 'More' } }).catch(String);
    const kept = await desk.call('finding.delete', { ids: [id] }).catch(String);
    const { closed } = await desk.call('finding.open', { id });
    await edit(desk, 'f1', { title: 'Edited' });
    await sync(desk);
    expect([refused, kept, closed, service.finding('f1')?.['title']]).toEqual([
      expect.stringContaining('was discarded before it was sent'),
      expect.stringContaining('was discarded before it was sent'),
      expect.stringContaining('was discarded before it was sent'),
      'Edited',
    ]);
    await desk.call('queue.restore', { op: made.op });
    await desk.call('finding.edit', { id, changes: { title: 'Dropped, not for good' } });
    await sync(desk);
    expect(titled(service, 'Dropped, not for good')).toBe(1);
  });

  test('brings a creation back that was never sent, and it is made once', async () => {
    const { desk, service } = await bench();
    const { op, findings } = await create(desk, body({ title: 'New' }));
    await desk.call('queue.discard', { op });
    await desk.call('queue.restore', { op });
    expect((await only(desk)).findings).toEqual(findings);
    await sync(desk);
    expect(titled(service, 'New')).toBe(1);
  });

  test('brings back one finding of a bulk operation', async () => {
    const { desk, service } = await bench();
    const { operations } = await desk.call('finding.setStatus', {
      status: 'closed',
      selection: { ids: ['f1', 'f2', 'f3'] },
    });
    const op = operations[0]?.op ?? '';
    await desk.call('queue.discard', { op, findings: ['f2', 'f3'] });
    await desk.call('queue.restore', { op, findings: ['f2'] });
    expect(
      (await desk.call('queue.list')).map(({ findings, results }) => [findings, results.length]),
    ).toEqual([
      [['f1', 'f2', 'f3'], 3],
      [['f2'], 1],
    ]);
    await sync(desk);
    const statuses = ['f1', 'f2', 'f3'].map((id) => service.finding(id)?.['status']);
    expect(statuses).toEqual(['closed', 'closed', service.finding('f4')?.['status']]);
  });

  test('is refused once something else has happened, or where it may be at the service', async () => {
    const made = await bench();
    const { desk } = made;
    const { op } = await edit(desk, 'f1', { title: 'First' });
    await expect(desk.call('queue.restore', { op })).rejects.toMatchObject({ code: 'wrong-state' });
    await desk.call('queue.discard', { op });
    await edit(desk, 'f1', { title: 'Second' });
    await expect(desk.call('queue.restore', { op })).rejects.toMatchObject({ code: 'wrong-state' });

    const { op: lost } = await create(desk, body({ title: 'New' }));
    spoil(made, isCreation, { kind: 'drop', handled: true });
    await sync(desk, { pull: false });
    await desk.call('queue.discard', { op: lost });
    await expect(desk.call('queue.restore', { op: lost })).rejects.toMatchObject({ code: 'wrong-state' });
    heal(made);
    await sync(desk);
    expect(titled(made.service, 'New')).toBe(1);
  });
});
