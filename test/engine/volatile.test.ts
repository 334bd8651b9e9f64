import { expect, test } from 'vitest';
import type { Bench } from './support.ts';
import { bench, body, edit, findings, isDetail, project, sync, watch } from './support.ts';

/** A service that stamps a record with the second in which it is read, in this member. */
function stamping({ service, clock }: Bench, member: string): void {
  watch(service, [], (request) => {
    const id = /\/scans\/([fc]\d+)$/u.exec(request.path)?.[1];
    const record = id === undefined ? undefined : service.finding(id);
    if (id === undefined || record === undefined || !isDetail(id)(request)) return undefined;
    return {
      kind: 'body',
      body: JSON.stringify({ ...record, [member]: `second ${String(Math.floor(clock.awakeMs() / 1_000))}` }),
    };
  });
}

const candidates = ['c1', 'c2'].map((id) => ({
  id,
  candidate: 'public' as const,
  body: body({ title: `Candidate ${id}`, status: 'draft' }),
}));

async function stampedBench(member = 'viewedAt', profile?: unknown): Promise<Bench> {
  const made = await bench({ count: 30, profile });
  stamping(made, member);
  for (const id of ['f1', 'f2', 'f3', 'f4'])
    await made.desk.call('finding.look', { id }).catch(() => undefined);
  await sync(made.desk);
  made.clock.pass(60_000);
  return made;
}

test('a member that moves with every read keeps no deletion from going, and is named', async () => {
  const { desk, service } = await stampedBench();
  await desk.call('finding.delete', { ids: ['f1'] });
  const summary = await sync(desk);
  expect(summary.pushed).toMatchObject({ applied: 1, conflict: 0 });
  expect(service.finding('f1')).toBeUndefined();
  expect(summary.notices.join()).toContain('viewedAt');
  expect(await desk.call('connection.profile')).toMatchObject({ volatile: ['viewedAt'] });
  await desk.call('finding.bulkDelete', { selection: { ids: ['f2', 'f3'] } });
  expect((await sync(desk)).pushed).toMatchObject({ applied: 1, conflict: 0 });
  expect(service.findings(project)).toHaveLength(27);
});

test('a decision on a candidate goes out though a member moves with every read', async () => {
  const made = await bench({ seeds: [{ project, findings: [...findings(30), ...candidates] }] });
  const { desk, service, clock } = made;
  stamping(made, 'viewedAt');
  for (const id of ['f1', 'f2', 'c1', 'c2']) await desk.call('finding.look', { id }).catch(() => undefined);
  await sync(desk);
  clock.pass(60_000);
  await desk.call('candidate.review', { id: 'c1', decision: 'accept' });
  await desk.call('candidate.review', { id: 'c2', decision: 'reject', comment: 'No.' });
  expect((await sync(desk)).pushed).toMatchObject({ applied: 2, conflict: 0 });
  expect(await desk.call('queue.list')).toEqual([]);
  expect(await desk.call('connection.profile')).toMatchObject({ volatile: ['viewedAt'] });
  expect(service.ledger.map(({ path }) => path).filter((path) => path.includes('review'))).toHaveLength(2);
});

test('a real edit beside it is a conflict all the same, and so is an unknown member that somebody changed', async () => {
  const { desk, service } = await stampedBench();
  await edit(desk, 'f4', { title: 'Mine' });
  await desk.call('finding.delete', { ids: ['f1'] });
  service.edit('f1', { title: 'Somebody was here' });
  expect((await sync(desk)).pushed).toMatchObject({ conflict: 1 });
  expect(service.finding('f1')).toBeDefined();

  const plain = await bench({ count: 30 });
  await plain.desk.call('finding.delete', { ids: ['f2'] });
  plain.service.edit('f2', { assignee: 'ann' });
  expect((await sync(plain.desk)).pushed).toMatchObject({ conflict: 1 });
  expect(plain.service.finding('f2')).toBeDefined();
});

test('a field that people edit is never taken for one that moves by itself, though it moves with every read', async () => {
  const { desk, service } = await stampedBench('remediation');
  await desk.call('finding.delete', { ids: ['f1'] });
  expect((await sync(desk)).pushed).toMatchObject({ applied: 0, conflict: 1 });
  expect(service.finding('f1')).toBeDefined();
  expect(await desk.call('connection.profile')).not.toMatchObject({ volatile: ['remediation'] });
});

test('deletions of a service that lets few requests in at a time wait for none of each other to learn it', async () => {
  // With all fields no update is tried out alone: the deletions go side by side.
  const { desk, service, clock } = await stampedBench('viewedAt', { updateSends: 'all-fields' });
  await desk.call('finding.delete', { ids: ['f1', 'f2', 'f3', 'f4'] });
  let refused = 0;
  watch(service, [], (request) => {
    const id = /\/scans\/(f\d+)$/u.exec(request.path)?.[1];
    const record = id === undefined ? undefined : service.finding(id);
    if (id === undefined || record === undefined || !isDetail(id)(request)) return undefined;
    refused += 1;
    if (refused <= 3) return { kind: 'status', status: 429, handled: false, retryAfter: '1' };
    return { kind: 'body', body: JSON.stringify({ ...record, viewedAt: String(clock.awakeMs()) }) };
  });
  expect((await sync(desk)).pushed).toMatchObject({ applied: 4, conflict: 0 });
  expect(service.findings(project)).toHaveLength(26);
});
