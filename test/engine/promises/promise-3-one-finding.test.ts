import { describe, expect, test } from 'vitest';
import {
  bench,
  body,
  create,
  isCreation,
  project,
  quietMs,
  settle,
  spoil,
  states,
  sync,
  titled,
  watch,
} from '../support.ts';

describe('promise 3: a creation makes at most one finding', () => {
  test('through twelve creations whose answers are lost in turn', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    for (let at = 0; at < 12; at += 1) await create(desk, body({ title: `New ${String(at)}` }));
    let puts = 0;
    watch(service, made.requests, (request) => {
      if (!isCreation(request)) return undefined;
      puts += 1;
      return [
        { kind: 'drop', handled: true } as const,
        { kind: 'status', status: 502, handled: true } as const,
        { kind: 'html', handled: true } as const,
        undefined,
      ][puts % 4];
    });
    await settle({ desk, clock });
    expect(await states(desk)).toEqual([]);
    for (let at = 0; at < 12; at += 1) expect(titled(service, `New ${String(at)}`)).toBe(1);
    expect(service.ledger.filter(({ method }) => method === 'PUT')).toHaveLength(12);
  });

  test('is never sent again by itself, however often it is synced', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    const { op } = await create(desk, body({ title: 'New' }));
    spoil(made, isCreation, { kind: 'drop', handled: false });
    for (let round = 0; round < 8; round += 1) {
      await sync(desk);
      desk.restart();
      clock.pass(quietMs);
    }
    expect(service.ledger).toHaveLength(1);
    expect((await desk.call('queue.list')).map((one) => [one.op, one.state])).toEqual([[op, 'unknown']]);
  });

  test('that lands while the person is being asked is recognised all the same', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    await create(desk, body({ title: 'New' }));
    spoil(made, isCreation, { kind: 'drop', handled: false });
    await sync(desk);
    clock.pass(quietMs);
    await sync(desk);
    expect((await sync(desk)).needsPerson).toBe(1);
    service.create(project, { body: body({ title: 'New' }) });
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(titled(service, 'New')).toBe(1);
  });

  test('needs complete sweeps for bad news: broken ones count for nothing', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    await create(desk, body({ title: 'New' }));
    spoil(made, isCreation, { kind: 'drop', handled: false });
    await sync(desk);
    clock.pass(quietMs);
    watch(service, made.requests, ({ path }) =>
      path.includes('page=2') ? { kind: 'status', status: 500, handled: false } : undefined,
    );
    for (let round = 0; round < 3; round += 1) {
      await sync(desk);
      clock.pass(quietMs);
    }
    const [operation] = await desk.call('queue.list');
    expect(operation).toMatchObject({ state: 'unknown' });
    await expect(desk.call('queue.retry', { op: operation?.op ?? '' })).rejects.toMatchObject({
      code: 'wrong-state',
    });
  });

  test('may be taken by the service with texts as it stores them', async () => {
    const made = await bench({ normaliseText: (text) => text.replaceAll('\n', '\r\n').trim() });
    const { desk, service } = made;
    await create(desk, body({ title: '  New  ', description: 'One line.  \nAnother.\n\n' }));
    spoil(made, isCreation, { kind: 'drop', handled: true });
    await sync(desk);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.ledger).toHaveLength(1);
  });
});
