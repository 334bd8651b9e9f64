import { describe, expect, test } from 'vitest';
import { sampleService, syncedDesk } from '../../support/desk.ts';
import { bench, edit, isDetail, isList, isUpdate, isWrite, spoil, sync, watch } from '../support.ts';

const project = 'fjm-portal-2026';

test('a deletion asked for offline is carried out once, and the finding is gone here', async () => {
  const service = await sampleService();
  const desk = await syncedDesk(service, project);
  const { rows } = await desk.call('finding.list', { project });
  const [id = ''] = rows.filter((row) => !row.candidate).map((row) => row.id);
  const [operation] = await desk.call('finding.delete', { ids: [id] });
  expect(operation).toMatchObject({ kind: 'delete', state: 'queued', findings: [id] });
  const summary = await desk.call('sync.run');
  expect(summary.pushed).toMatchObject({ applied: 1 });
  expect(service.finding(id)).toBeUndefined();
  const after = await desk.call('finding.list', { project });
  expect(after.rows.map((row) => row.id)).not.toContain(id);
});

test('a finding that changed since the deletion was asked for is not deleted', async () => {
  const service = await sampleService();
  const desk = await syncedDesk(service, project);
  const { rows } = await desk.call('finding.list', { project });
  const [id = ''] = rows.filter((row) => !row.candidate).map((row) => row.id);
  const [operation] = await desk.call('finding.delete', { ids: [id] });
  service.edit(id, { title: 'Somebody was here' });
  expect((await desk.call('sync.run')).pushed).toMatchObject({ conflict: 1 });
  expect(service.finding(id)).toBeDefined();
  const [waiting] = await desk.call('queue.list');
  expect(waiting?.conflict).toMatchObject({
    reason: 'outdated',
    fields: { title: { theirs: 'Somebody was here' } },
  });
  await desk.call('queue.resolve', { op: operation?.op, choice: 'mine' });
  await desk.call('sync.run');
  expect(service.finding(id)).toBeUndefined();
});

test('a bulk change of status leaves candidates out and settles each finding by itself', async () => {
  const service = await sampleService();
  const desk = await syncedDesk(service, project);
  const { rows } = await desk.call('finding.list', { project });
  const candidates = rows.filter((row) => row.candidate).map((row) => row.id);
  const open = rows.filter((row) => row.status === 'open' && !row.candidate).map((row) => row.id);
  const answer = await desk.call('finding.setStatus', {
    status: 'pending_retest',
    selection: { ids: [...open, ...candidates] },
  });
  expect(answer.left_out.map((left) => left.id).sort()).toEqual([...candidates].sort());
  expect(answer.operations).toHaveLength(1);
  service.edit(open[0] ?? '', { status: 'closed' });
  const summary = await desk.call('sync.run');
  expect(summary.pushed).toMatchObject({ conflict: 1 });
  const [waiting] = await desk.call('queue.list');
  const states = new Map(waiting?.results.map((result) => [result.id, result.state]));
  expect(states.get(open[0] ?? '')).toBe('conflict');
  for (const id of open.slice(1)) {
    expect(states.get(id)).toBe('done');
    expect(service.finding(id)).toMatchObject({ status: 'pending_retest' });
  }
});

test('a bulk deletion of findings with one refused id deletes the others', async () => {
  const service = await sampleService();
  const desk = await syncedDesk(service, project);
  const { rows } = await desk.call('finding.list', { project });
  const ids = rows.filter((row) => !row.candidate).map((row) => row.id);
  await desk.call('finding.bulkDelete', { selection: { ids } });
  const summary = await desk.call('sync.run');
  expect(summary.pushed).toMatchObject({ applied: 1, conflict: 0, rejected: 0 });
  expect(summary.engagements[0]).toMatchObject({ held: null });
  expect(ids.every((id) => service.finding(id) === undefined)).toBe(true);
});

test('a bulk deletion is sent in pieces of what a slow service answers within a second', async () => {
  const { desk, service, clock, requests } = await bench({ count: 30, listOmits: ['remediation'] });
  const ids = Array.from({ length: 25 }, (_, at) => `f${String(at + 1)}`);
  await desk.call('finding.bulkDelete', { selection: { ids } });
  watch(service, requests, ({ method }) => {
    if (method === 'GET') clock.pass(200);
    return undefined;
  });
  await sync(desk, { pull: false });
  const sent = requests
    .filter(isWrite)
    .map((request) => (JSON.parse(request.body) as { ids: string[] }).ids.length);
  expect(sent).toEqual([8, 8, 8, 1]);
});

test('"edit, then accept" carries the review version that our own edit made', async () => {
  const service = await sampleService();
  const desk = await syncedDesk(service, project);
  const { rows } = await desk.call('finding.list', { project, query: 'is:candidate' });
  const id = rows[0]?.id ?? '';
  await desk.call('finding.edit', { id, changes: { title: 'Better title' } });
  await desk.call('candidate.review', { id, decision: 'accept', comment: 'checked' });
  const summary = await desk.call('sync.run');
  expect(summary.pushed).toMatchObject({ applied: 2, conflict: 0 });
  expect(service.finding(id)).toMatchObject({ title: 'Better title', status: 'open' });
});

test('a decision behind an edit is outdated if a field is changed between that edit and its confirmation', async () => {
  const service = await sampleService();
  const desk = await syncedDesk(service, project);
  const { rows } = await desk.call('finding.list', { project, query: 'is:candidate' });
  const id = rows[0]?.id ?? '';
  await desk.call('finding.edit', { id, changes: { title: 'Better title' } });
  await desk.call('candidate.review', { id, decision: 'accept' });
  let moment: 'before' | 'between' | 'after' = 'before';
  service.setFaults((request) => {
    if (moment === 'between' && isDetail(id)(request)) {
      service.edit(id, { severity: 'critical' });
      moment = 'after';
    }
    if (moment === 'before' && isUpdate(request)) moment = 'between';
    return undefined;
  });
  expect((await desk.call('sync.run')).pushed).toMatchObject({ applied: 1, conflict: 1 });
  expect(await desk.call('queue.list')).toMatchObject([{ kind: 'review', conflict: { reason: 'outdated' } }]);
  expect(service.finding(id)).toMatchObject({ title: 'Better title', severity: 'critical' });
  expect(service.finding(id)?.['status']).not.toBe('open');
});

test('a decision on a candidate that moved on is outdated, and is sent again only when the person stands by it', async () => {
  const service = await sampleService();
  const desk = await syncedDesk(service, project);
  const { rows } = await desk.call('finding.list', { project, query: 'is:candidate' });
  const id = rows[0]?.id ?? '';
  const { op } = await desk.call('candidate.review', { id, decision: 'reject' });
  service.edit(id, { description: 'There is more to it.' });
  expect((await desk.call('sync.run')).pushed).toMatchObject({ conflict: 1 });
  expect(service.ledger).toEqual([]);
  const [waiting] = await desk.call('queue.list');
  expect(waiting?.conflict).toMatchObject({ reason: 'outdated' });
  await desk.call('queue.resolve', { op, choice: 'mine' });
  expect((await desk.call('sync.run')).pushed).toMatchObject({ applied: 1 });
  expect(service.finding(id)).toMatchObject({ status: 'rejected' });
});

test('a rejected candidate that the service takes away is gone at once, and holds nothing', async () => {
  const service = await sampleService();
  const { rows } = await (await syncedDesk(service, project)).call('finding.list', { project });
  const id = rows.find((row) => row.candidate)?.id ?? '';
  const [other = '', ...rest] = rows.filter((row) => !row.candidate).map((row) => row.id);
  for (const one of rows) if (one.id !== id && one.id !== other) service.remove(one.id);
  expect(rest).not.toEqual([]);
  const desk = await syncedDesk(service, project);
  await desk.call('candidate.review', { id, decision: 'reject' });
  let decided = false;
  service.setFaults(({ method, path }) => {
    if (decided && method === 'GET' && path.endsWith(id)) service.remove(id);
    if (method === 'POST') decided = true;
    return undefined;
  });
  const { pushed, pulled, engagements } = await desk.call('sync.run');
  const left = await desk.call('finding.list', { project });
  expect({
    pushed: pushed.applied,
    gone: pulled.gone,
    held: engagements[0]?.held,
    left: left.rows.length,
  }).toEqual({
    pushed: 1,
    gone: 0,
    held: null,
    left: 1,
  });
});

describe('"not found" on a read', () => {
  const denied = { kind: 'status', status: 404, handled: false } as const;

  test.each(['finding.delete', 'finding.bulkDelete'] as const)(
    'once, before a deletion (%s), is not counted as deleted: the next sync sends it',
    async (name) => {
      const made = await bench({ count: 30 });
      const { desk, service } = made;
      if (name === 'finding.delete') await desk.call(name, { ids: ['f1'] });
      else await desk.call(name, { selection: { ids: ['f1'] } });
      spoil(made, isDetail('f1'), denied);
      const first = await sync(desk);
      expect(first.pushed).toMatchObject({ applied: 0, waiting: 1 });
      expect(service.finding('f1')).toBeDefined();
      expect((await desk.call('queue.list'))[0]?.results[0]?.message ?? '').toMatch(/not found/u);
      const second = await sync(desk);
      expect(second.pushed).toMatchObject({ applied: 1 });
      expect(service.finding('f1')).toBeUndefined();
    },
  );

  test('before a deletion, and by a complete sweep as well, is done without a deletion being sent', async () => {
    const { desk, service } = await bench({ count: 30 });
    await desk.call('finding.delete', { ids: ['f1'] });
    service.remove('f1');
    expect((await sync(desk)).pushed).toMatchObject({ applied: 1 });
    expect(service.ledger).toEqual([]);
    const told = (await desk.call('finding.history', { id: 'f1' })).map(({ what }) => what);
    expect(told).toContain('was-gone');
    expect(told).not.toContain('deleted');
  });

  test('before a deletion is held against a sweep although only the queue was to be sent', async () => {
    const { desk, service } = await bench({ count: 30 });
    await desk.call('finding.delete', { ids: ['f1'] });
    service.remove('f1');
    expect((await sync(desk, { pull: false })).pushed).toMatchObject({ applied: 1 });
  });

  test('after a deletion whose answer was lost counts once a sweep agrees, and not before', async () => {
    const { desk, service } = await bench({ count: 30 });
    await desk.call('finding.delete', { ids: ['f1'] });
    let answers = 0;
    watch(service, [], (request) => {
      if (request.method === 'DELETE') return { kind: 'drop', handled: false };
      if (!isDetail('f1')(request)) return undefined;
      answers += 1;
      return answers === 2 ? denied : undefined;
    });
    const summary = await sync(desk);
    expect(summary.pushed).toMatchObject({ applied: 0, unknown: 1 });
    expect(service.finding('f1')).toBeDefined();
    const { rows } = await desk.call('finding.list', { project: 'harbour-2026' });
    expect(rows.map(({ id }) => id)).toContain('f1');
  });

  test('once, before a decision or an edit, asks nobody: it goes with the next sync', async () => {
    const made = await bench({ count: 30 });
    const { desk, service } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    spoil(made, isDetail('f1'), denied);
    expect(await sync(desk)).toMatchObject({ pushed: { waiting: 1, conflict: 0 }, needsPerson: 0 });
    expect((await sync(desk)).pushed).toMatchObject({ applied: 1 });
    expect(service.finding('f1')).toMatchObject({ title: 'Mine' });
  });

  test('from a service whose list never ends well counts after a second read, a quiet time later', async () => {
    const { desk, service, clock } = await bench({ count: 30 });
    await desk.call('finding.delete', { ids: ['f1'] });
    service.remove('f1');
    watch(service, [], (request) =>
      isList(request) && !/[?&]page=1(?!\d)/u.test(request.path) ? denied : undefined,
    );
    expect((await sync(desk)).pushed).toMatchObject({ applied: 0, waiting: 1 });
    expect((await sync(desk)).pushed).toMatchObject({ applied: 0, waiting: 1 });
    clock.pass(181_000);
    expect((await sync(desk)).pushed).toMatchObject({ applied: 1 });
  });
});
