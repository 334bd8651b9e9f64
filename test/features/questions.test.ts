import { describe, expect, test } from 'vitest';
import { connectDesk } from '../support/desk.ts';
import { bench, body, create, edit, findings, project, states, sync } from '../engine/support.ts';

const rich = body({ cwe: 'https://cwe.test/613', CVSS: '7.5' });

describe('a held engagement', () => {
  test('is asked about with what is missing, own work first, and since when', async () => {
    const { desk, service, clock } = await bench({ count: 6 });
    await edit(desk, 'f5', { severity: 'low' });
    for (const id of ['f2', 'f3', 'f4', 'f5']) service.remove(id);
    await sync(desk, { push: false });
    const since = (await desk.call('desk.status')).held[0]?.since;
    clock.pass(60_000);
    await sync(desk);
    const asked = await desk.call('question.held', { project });
    expect({ ...asked, reason: asked.reason.length > 0 }).toEqual({
      project,
      name: null,
      reason: true,
      since,
      missing: 4,
      of: 6,
      confirmed: 2,
      findings: ['f5', 'f2', 'f3', 'f4'].map((id) => ({
        id,
        title: `Finding ${id.slice(1)}`,
        asset: ['app.harbour.test', 'api.harbour.test'],
        severity: id === 'f5' ? 'low' : 'medium',
        status: 'open',
        waiting: id === 'f5' ? 1 : 0,
        evidence: 0,
      })),
      waiting: 1,
    });
    expect((await desk.call('desk.status')).held).toEqual([{ project, reason: asked.reason, since }]);
  });

  test('is asked about again where more are gone than the yes was given for', async () => {
    const { desk, service } = await bench({ count: 6 });
    for (const id of ['f2', 'f3']) service.remove(id);
    await sync(desk);
    expect((await desk.call('question.held', { project })).missing).toBe(2);
    service.remove('f4');
    const yes = { projects: [project], acceptMissing: true, acceptAtMost: 2 };
    expect((await desk.call('sync.run', yes)).pulled.gone).toBe(0);
    expect((await desk.call('question.held', { project })).missing).toBe(3);
    expect((await desk.call('sync.run', { ...yes, acceptAtMost: 3 })).pulled.gone).toBe(3);
    await expect(desk.call('question.held', { project })).rejects.toMatchObject({ code: 'wrong-state' });
  });
});

describe('a token of somebody else', () => {
  test('is asked about with both people and what waits, after a restart too', async () => {
    const { desk, service } = await bench();
    await edit(desk, 'f1', { severity: 'low' });
    const { user, organization } = await desk.call('connection.whoami');
    await expect(desk.call('sync.run', {}, { token: service.tokens['clara'] ?? '' })).rejects.toMatchObject({
      code: 'foreign-token',
    });
    desk.restart();
    const { since, other, ...asked } = await desk.call('question.account');
    expect([asked, typeof since, other['id']]).toEqual([
      {
        baseUrl: service.baseUrl,
        owner: user,
        organization,
        engagements: 1,
        findings: 4,
        waiting: 1,
      },
      'string',
      'user-clara',
    ]);
    expect((await desk.call('desk.status')).foreign).toEqual(other);
    const { seqs } = await desk.call('queue.rows');
    const [row] = await desk.call('queue.items', { seqs: [...words(seqs)] });
    expect(row?.next).toEqual({ kind: 'foreign-account' });
  });

  test('is over once the owner comes back, and work as the other person leaves the first work waiting', async () => {
    const { desk, service } = await bench();
    await edit(desk, 'f1', { severity: 'low' });
    await desk.call('sync.run', {}, { token: service.tokens['clara'] ?? '' }).catch(() => undefined);
    await connectDesk(desk, service, { login: 'clara' });
    expect([(await desk.call('desk.status')).foreign, await states(desk)]).toEqual([null, []]);
    await connectDesk(desk, service);
    expect([(await desk.call('desk.status')).foreign, await states(desk)]).toEqual([null, ['update queued']]);
    await expect(desk.call('question.account')).rejects.toMatchObject({ code: 'wrong-state' });
  });
});

describe('fields that an update emptied', () => {
  test('are asked about with what was lost, and one answer brings all of it back', async () => {
    const { desk, service } = await bench({
      seeds: [{ project, findings: ['f1', 'f2', 'f3'].map((id) => ({ id, body: rich })) }],
      updateReplaces: true,
    });
    for (const id of ['f1', 'f2', 'f3']) await edit(desk, id, { title: `Edited ${id}` });
    await sync(desk);
    const asked = await desk.call('question.emptied');
    const [first] = asked.findings;
    expect([asked.stopped, asked.findings.length, first?.title]).toEqual([2, 1, 'Edited f1']);
    expect(first?.fields.find(({ field }) => field === 'cwe')).toEqual({
      field: 'cwe',
      lost: 'https://cwe.test/613',
    });
    expect((await desk.call('desk.status')).updatesStopped).toBe(true);
    const [cause] = await desk.call('conflict.list');
    const view = await desk.call('conflict.open', { op: first?.op ?? '', id: first?.id ?? '' });
    expect([cause?.offered, view.offered]).toEqual(['emptied', 'emptied']);
    const { seqs } = await desk.call('queue.rows');
    const rows = await desk.call('queue.items', { seqs: [...words(seqs)] });
    expect(rows.map(({ next }) => next)).toEqual([
      { kind: 'person', need: 'emptied' },
      { kind: 'updates-stopped' },
      { kind: 'updates-stopped' },
    ]);

    expect(await desk.call('question.putBack')).toEqual({ queued: 1 });
    expect((await desk.call('connection.profile')).updateSends).toBe('all-fields');
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    for (const id of ['f1', 'f2', 'f3']) {
      expect(service.finding(id)).toMatchObject({ ...rich, title: `Edited ${id}` });
    }
    expect(await desk.call('question.emptied')).toEqual({ findings: [], stopped: 0 });
  });
});

test('a creation behind a held engagement, and one without a token, say what they wait for', async () => {
  const { desk, service } = await bench({ count: 4 });
  await create(desk, body({ title: 'New' }));
  const next = async (): Promise<unknown> => {
    const { seqs } = await desk.call('queue.rows', { project });
    return (await desk.call('queue.items', { seqs: [...words(seqs)] })).map((row) => row.next);
  };
  expect(await next()).toEqual([{ kind: 'sync' }]);
  await desk.call('connection.disconnect');
  expect(await next()).toEqual([{ kind: 'credentials' }]);
  await connectDesk(desk, service);
  for (const { id } of findings(4)) service.remove(id);
  await sync(desk, { push: false });
  expect(await next()).toEqual([{ kind: 'held' }]);
});

function words(base64: string): Uint32Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return new Uint32Array(bytes.buffer);
}
