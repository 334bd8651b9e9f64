import { describe, expect, test } from 'vitest';
import type { PendingList } from '#contract/procedures/findings/queue.ts';
import { packRows, unpackRows } from '#engine/search/pack-rows.ts';
import type { TestDesk } from '../support/desk.ts';
import { applied, bench, body, create, edit, project, sync } from '../engine/support.ts';

/* The review before sending: what the next sync would send, and which of it the user lets go. */

async function pending(desk: TestDesk): Promise<{ list: PendingList; rows: number[]; held: number[] }> {
  const list = await desk.call('pending.list');
  const rows = unpackRows(list.pairs).filter((_, at) => at % 2 === 0);
  return { list, rows: [...new Set(rows)], held: [...unpackRows(list.held)] };
}

/** The findings and what would be done to them, in words. */
async function told(desk: TestDesk): Promise<string[]> {
  const { rows } = await pending(desk);
  const findings = await desk.call('pending.changes', { rows });
  return findings.map(({ id, operations }) => `${id} ${operations.map(({ kind }) => kind).join(' ')}`);
}

async function leaveOut(desk: TestDesk, list: PendingList, rows: readonly number[]): Promise<void> {
  await desk.call('pending.choose', {
    fingerprint: list.fingerprint,
    held: packRows(Uint32Array.from(rows)),
  });
}

test('of an operation over many findings a side is told only where it is the same for all', async () => {
  const { desk } = await bench({ count: 3 });
  await edit(desk, 'f1', { severity: 'critical' });
  await edit(desk, 'f2', { status: 'accepted' });
  await desk.call('finding.setStatus', { status: 'closed', selection: { ids: ['f1', 'f2'] } });
  await desk.call('finding.delete', { ids: ['f3'] });
  const told = await desk.call('queue.list', { changes: true });
  const plain = await desk.call('queue.list');
  expect([told.map(({ kind, changes }) => [kind, changes]), plain.some((one) => 'changes' in one)]).toEqual([
    [
      ['update', { severity: { from: 'medium', to: 'critical' } }],
      ['update', { status: { from: 'open', to: 'accepted' } }],
      ['bulk-status', { status: { from: null, to: 'closed' } }],
      ['delete', {}],
    ],
    false,
  ]);
});

describe('the review before sending', () => {
  test('lists every finding with what the next sync would do to it, and not what needs the user first', async () => {
    const { desk, service } = await bench({ count: 5 });
    await edit(desk, 'f5', { title: 'Mine' });
    service.edit('f5', { title: 'Theirs' });
    await sync(desk);
    await edit(desk, 'f1', { title: 'Better' });
    await desk.call('finding.setStatus', { status: 'closed', selection: { ids: ['f1', 'f2'] } });
    await desk.call('finding.delete', { ids: ['f3'] });
    const made = await create(desk, body({ title: 'New' }));
    await desk.call('finding.hold', { ids: ['f2'], held: true });
    const { rows, held } = await pending(desk);
    const [first] = await desk.call('pending.changes', { rows: rows.slice(0, 1) });
    expect([await told(desk), held, rows.length]).toEqual([
      ['f1 update bulk-status', 'f2 bulk-status', 'f3 delete', `${String(made.findings[0])} create`],
      [rows[1]],
      4,
    ]);
    expect(first).toMatchObject({
      title: 'Better',
      asset: ['app.harbour.test', 'api.harbour.test'],
      operations: [
        { changes: [{ field: 'title', was: 'Finding 1', now: 'Better' }] },
        { status: 'closed', changes: [{ field: 'status', now: 'closed' }] },
      ],
    });
  });

  test('sends what is included and holds the rest back, also what was held before and is let go now', async () => {
    const { desk, service } = await bench({ count: 3 });
    for (const id of ['f1', 'f2', 'f3']) await edit(desk, id, { title: `${id} anew` });
    await desk.call('finding.hold', { ids: ['f1'], held: true });
    const { list, rows } = await pending(desk);
    await leaveOut(desk, list, rows.slice(1, 2));
    await sync(desk);
    const there = ['f1', 'f2', 'f3'].map((id) => service.finding(id)?.['title']);
    expect([there, applied(service).length, (await desk.call('desk.status')).heldBack]).toEqual([
      ['f1 anew', 'Finding 2', 'f3 anew'],
      2,
      1,
    ]);
  });

  test.each([
    ['an edit goes on', (desk: TestDesk) => edit(desk, 'f1', { title: 'Typed on' })],
    ['another finding is edited', (desk: TestDesk) => edit(desk, 'f2', { title: 'New here' })],
    ['a finding is held back', (desk: TestDesk) => desk.call('finding.hold', { ids: ['f1'], held: true })],
  ])('refuses to send where %s since it was shown, and changes nothing', async (_, meanwhile) => {
    const { desk } = await bench({ count: 2 });
    await edit(desk, 'f1', { title: 'Shown' });
    const { list, rows } = await pending(desk);
    await meanwhile(desk);
    const before = (await pending(desk)).held;
    await expect(leaveOut(desk, list, rows)).rejects.toThrow('Review them again');
    expect((await pending(desk)).held).toEqual(before);
  });

  test('leaves here what was changed after it, also if the sync that it began has not ended yet', async () => {
    const { desk, service } = await bench({ count: 2 });
    await edit(desk, 'f1', { title: 'Reviewed' });
    const { newest } = await desk.call('pending.list');
    await edit(desk, 'f2', { title: 'Typed meanwhile' });
    await desk.call('sync.run', { projects: [project], newest });
    const first = ['f1', 'f2'].map((id) => service.finding(id)?.['title']);
    await sync(desk);
    expect([first, service.finding('f2')?.['title'], applied(service).length]).toEqual([
      ['Reviewed', 'Finding 2'],
      'Typed meanwhile',
      2,
    ]);
  });

  test('has nothing of an engagement that is held, since no sync sends it', async () => {
    const { desk, service } = await bench({ count: 4 });
    await edit(desk, 'f4', { title: 'Waits' });
    for (const id of ['f1', 'f2']) service.remove(id);
    await desk.call('sync.run', { projects: [project], push: false });
    expect([(await desk.call('desk.status')).held.length, await told(desk)]).toEqual([1, []]);
  });
});
