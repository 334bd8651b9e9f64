import { describe, expect, test } from 'vitest';
import { connectDesk, handClock, openDesk } from '../../support/desk.ts';
import { bench, body, create, edit, isWrite, project, states, sync, watch, type Bench } from '../support.ts';

async function withWork(): Promise<Bench> {
  const made = await bench();
  await edit(made.desk, 'f1', { title: 'Of mara' });
  await create(made.desk, body({ title: 'New of mara' }));
  return made;
}

describe('promise 9: two accounts never mix', () => {
  test("somebody else's token sends nothing and pulls nothing", async () => {
    const { desk, service, requests } = await withWork();
    for (const login of ['theo', 'clara', 'nadia']) {
      requests.length = 0;
      await expect(desk.call('sync.run', {}, { token: service.tokens[login] ?? '' })).rejects.toMatchObject({
        code: 'foreign-token',
      });
      expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api/users/me']);
    }
    expect(service.ledger).toEqual([]);
    expect(await states(desk)).toEqual(['update queued', 'create queued']);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
  });

  test('an answer that does not say who is calling sends nothing', async () => {
    const { desk, service, requests } = await withWork();
    for (const body of ['{}', '{"id":null}', '{"id":"user-maraa"}', '[]', '"mara"']) {
      watch(service, requests, ({ path }) => (path === '/api/users/me' ? { kind: 'body', body } : undefined));
      await expect(sync(desk)).rejects.toMatchObject({
        code: expect.stringMatching(/foreign-token|bad-answer|unreachable/) as string,
      });
    }
    expect(service.ledger).toEqual([]);
    expect(await states(desk)).toEqual(['update queued', 'create queued']);
  });

  test('another user of the same home has a store of his own, and the first finds his work again', async () => {
    const { desk, service } = await withWork();
    await connectDesk(desk, service, { login: 'clara' });
    expect(await desk.call('queue.list')).toEqual([]);
    expect(await desk.call('engagement.list')).toEqual([]);
    await expect(desk.call('finding.get', { id: 'f1' })).rejects.toMatchObject({ code: 'not-found' });
    await desk.call('engagement.add', { project });
    await sync(desk);
    expect(service.ledger).toEqual([]);
    desk.restart();
    await connectDesk(desk, service);
    expect(await states(desk)).toEqual(['update queued', 'create queued']);
    await sync(desk);
    expect(service.ledger.map(({ user }) => user)).toEqual(['mara', 'mara']);
  });

  test('another user who connects in the middle of a sync leaves that sync whole, and its store apart', async () => {
    const { desk, service, requests } = await withWork();
    let connecting: Promise<void> | undefined;
    watch(service, requests, (request) => {
      if (!isWrite(request)) return undefined;
      connecting ??= connectDesk(desk, service, { login: 'clara' });
      return { kind: 'delay', ms: 100 };
    });
    expect((await sync(desk)).pushed).toMatchObject({ applied: 2, unknown: 0 });
    await connecting;
    expect(await desk.call('engagement.list')).toEqual([]);
    expect(service.ledger.map(({ user }) => user)).toEqual(['mara', 'mara']);
  });

  test('connecting anew in the middle of a sync does not put in doubt what is being sent', async () => {
    const { desk, service, requests } = await withWork();
    let connecting: Promise<void> | undefined;
    watch(service, requests, (request) => {
      if (!isWrite(request)) return undefined;
      connecting ??= connectDesk(desk, service);
      return { kind: 'delay', ms: 100 };
    });
    await sync(desk);
    await connecting;
    const told = (await desk.call('finding.history', { id: 'f1' })).map(({ what }) => what);
    expect(told).toEqual(['seen', 'edited', 'sent', 'changed', 'confirmed']);
  });

  test('the same user at another address has a store of his own', async () => {
    const one = await withWork();
    const other = await bench({ count: 2 });
    await connectDesk(one.desk, other.service);
    expect(await one.desk.call('queue.list')).toEqual([]);
    await one.desk.call('engagement.add', { project });
    await sync(one.desk);
    expect(other.service.ledger).toEqual([]);
  });

  test('two homes share nothing', async () => {
    const { desk, service } = await withWork();
    const other = openDesk({ clock: handClock() });
    await connectDesk(other, service);
    expect(await other.call('queue.list')).toEqual([]);
    expect(await states(desk)).toHaveLength(2);
  });

  test('signing out keeps findings and queue and sends nothing without a token', async () => {
    const { desk, service } = await withWork();
    expect(await desk.call('connection.disconnect')).toEqual({ waiting: 2 });
    await expect(sync(desk)).rejects.toMatchObject({ code: 'credentials' });
    expect(service.ledger).toEqual([]);
    expect((await desk.call('finding.get', { id: 'f1' })).effective).toMatchObject({ title: 'Of mara' });
    await desk.call('sync.run', {}, { token: service.tokens['mara'] ?? '' });
    expect(await states(desk)).toEqual([]);
  });
});
