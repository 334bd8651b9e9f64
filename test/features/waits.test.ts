import { expect, test } from 'vitest';
import { bench, edit, sync } from '../engine/support.ts';

test('a pause that the service asked for outlasts the command that met it', async () => {
  const { desk, service, clock, requests } = await bench({ count: 1 });
  service.setFaults((request) => {
    requests.push(request);
    return { kind: 'status', status: 429, handled: false, retryAfter: '600' };
  });
  await sync(desk);
  requests.length = 0;
  desk.restart();
  const paused = await sync(desk);
  expect(requests).toEqual([]);
  expect(paused).toMatchObject({ failure: null, engagements: [{ complete: false }] });
  expect(paused.notices.join(' ')).toMatch(/10 min/u);

  // The machine starts again with a wall clock that is set back by a quarter of an hour and more.
  clock.reboot();
  desk.restart();
  service.setFaults(undefined);
  expect((await sync(desk)).notices.join(' ')).toMatch(/10 min/u);
  clock.pass(601_000);
  expect(await sync(desk)).toMatchObject({ engagements: [{ complete: true }] });
});

test('a redirect answered to a write ends the sync and names its origin; the edit is unknown, never resent blindly', async () => {
  const { desk, service } = await bench({ count: 1 });
  await edit(desk, 'f1', { severity: 'low' });
  service.setFaults(({ method }) =>
    method === 'POST'
      ? {
          kind: 'status',
          status: 302,
          handled: false,
          body: '',
          location: 'https://login.portal.test/',
        }
      : undefined,
  );
  const summary = await sync(desk);
  expect(summary.failure).toMatchObject({ code: 'redirect' });
  expect(summary.failure?.message).toContain('https://login.portal.test');
  expect(await desk.call('queue.list')).toMatchObject([{ state: 'unknown' }]);
});

test('a finding whose deletion waits is not edited behind it', async () => {
  const { desk } = await bench({ count: 1 });
  await desk.call('finding.delete', { ids: ['f1'] });
  await expect(edit(desk, 'f1', { severity: 'low' })).rejects.toMatchObject({ code: 'wrong-state' });
});

test('an edit whose finding cannot be read waits, says why, and the sync does not end as if all were well', async () => {
  const { desk, service } = await bench({ count: 3 });
  await edit(desk, 'f1', { severity: 'low' });
  await edit(desk, 'f2', { severity: 'low' });
  service.setFaults(({ path }) =>
    path.endsWith('/scans/f1') ? { kind: 'status', status: 500, handled: false } : undefined,
  );
  const summary = await sync(desk);
  expect(summary).toMatchObject({ pushed: { applied: 1, waiting: 1 }, failure: { code: 'unreachable' } });
  expect(await desk.call('queue.list')).toMatchObject([{ state: 'queued', findings: ['f1'] }]);
  expect((await desk.call('queue.list'))[0]?.error?.message).toMatch(/500/u);

  service.setFaults(undefined);
  expect(await sync(desk)).toMatchObject({ pushed: { applied: 1 }, failure: null });
});

test('an edit of a finding that the list shows and nobody can read comes to rest as gone, and asks a person', async () => {
  const { desk, service } = await bench({ count: 2 });
  await edit(desk, 'f1', { severity: 'low' });
  service.setFaults(({ path }) =>
    path.endsWith('/scans/f1') ? { kind: 'status', status: 404, handled: false } : undefined,
  );
  await sync(desk);
  expect((await sync(desk)).needsPerson).toBe(1);
  expect(await desk.call('queue.list')).toMatchObject([{ state: 'conflict', conflict: { reason: 'gone' } }]);
});
