import { expect, test } from 'vitest';
import type { TestDesk } from '../support/desk.ts';
import { bench, body, create, edit, isUpdate, project, sync, watch } from '../engine/support.ts';

/** Closes findings by one operation. @returns its identifier */
async function close(desk: TestDesk, ids: readonly string[]): Promise<string> {
  await desk.call('finding.setStatus', { status: 'closed', selection: { ids: [...ids] } });
  return (await desk.call('queue.list')).at(-1)?.op ?? '';
}

test('a pending edit is told with its findings, its changes, and what can be done with it', async () => {
  const { desk } = await bench({ count: 3 });
  const { op } = await edit(desk, 'f1', { severity: 'critical' });
  expect(await desk.call('queue.open', { op })).toMatchObject({
    row: { op, kind: 'update', first: { id: 'f1', title: 'Finding 1' }, state: 'queued', said: null },
    parts: [
      {
        id: 'f1',
        title: 'Finding 1',
        severity: 'critical',
        state: 'queued',
        said: null,
        changes: [{ field: 'severity', was: 'medium', now: 'critical' }],
      },
    ],
    comment: null,
    attempts: [],
    behind: 0,
    evidence: 0,
    retry: { allowed: false, why: 'waits-already' },
    discard: { allowed: true, means: 'nothing-sent' },
  });
  await sync(desk);
  await expect(desk.call('queue.open', { op })).rejects.toMatchObject({ code: 'wrong-state' });
});

test('of an operation over many findings so many are told as were asked for', async () => {
  const { desk } = await bench({ count: 3 });
  const ids = ['f1', 'f2', 'f3'];
  const op = await close(desk, ids);
  const { row, parts } = await desk.call('queue.open', { op, parts: 2 });
  expect([row.findings, parts.map(({ id }) => id)]).toEqual([3, ['f1', 'f2']]);
});

test('a refused edit is told with what the service said to each attempt, and blocks what stands behind it', async () => {
  const { desk, service, requests } = await bench({ count: 3 });
  watch(service, requests, (request) =>
    isUpdate(request) ? { kind: 'status', status: 400, handled: false } : undefined,
  );
  const { op } = await edit(desk, 'f1', { severity: 'critical' });
  await sync(desk);
  const status = await close(desk, ['f1', 'f2']);
  const refused = await desk.call('queue.open', { op });
  expect(refused).toMatchObject({
    row: { state: 'rejected' },
    parts: [{ id: 'f1', state: 'rejected', said: { status: 400 } }],
    attempts: [{ outcome: 'refused', status: 400 }],
    retry: { allowed: true, means: 'sends-again' },
    behind: 1,
  });
  const { parts } = await desk.call('queue.open', { op: status });
  expect(parts.map(({ id, state }) => [id, state])).toEqual([
    ['f1', 'blocked'],
    ['f2', 'queued'],
  ]);
});

test('a creation is told with the finding that would go with it', async () => {
  const { desk } = await bench({ count: 1 });
  const { op } = await create(desk, body({ title: 'New' }));
  expect(await desk.call('queue.open', { op })).toMatchObject({
    row: { kind: 'create', first: { title: 'New' } },
    discard: { allowed: true, means: 'finding-goes' },
    evidence: 0,
  });
});

test('values are offered by how often findings have them, and by the alphabet beyond that', async () => {
  const { desk } = await bench({ count: 2 });
  await edit(desk, 'f1', { tags: ['web', 'zeta', 'alpha'], severity: 'high' });
  await edit(desk, 'f2', { tags: ['web', 'mid'], severity: 'Custom' });
  const { tags, severities } = await desk.call('list.values', { project });
  expect([tags, severities]).toEqual([
    ['web', 'alpha', 'mid', 'zeta'],
    ['Custom', 'high'],
  ]);
});
