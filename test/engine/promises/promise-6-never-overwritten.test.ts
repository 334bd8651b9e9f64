import { describe, expect, test } from 'vitest';
import {
  bench,
  edit,
  isDetail,
  isUpdate,
  only,
  quietMs,
  settle,
  spoil,
  states,
  sync,
  watch,
} from '../support.ts';

const theirs = { title: 'Theirs', severity: 'critical', remediation: 'Theirs.', tags: ['theirs'] };

describe("promise 6: somebody else's change is never overwritten", () => {
  test('by an update of the same field, whenever it was made before the read', async () => {
    const { desk, service } = await bench();
    await edit(desk, 'f1', { title: 'Mine' });
    service.edit('f1', { title: 'Theirs' });
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ title: 'Theirs' });
    expect(service.ledger).toEqual([]);
  });

  test('by an update of another field, in anything it changed', async () => {
    const { desk, service } = await bench();
    await edit(desk, 'f1', { description: 'Mine.' });
    service.edit('f1', theirs);
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ ...theirs, description: 'Mine.' });
  });

  test('by title and asset, which go along with every update, as they were just read', async () => {
    const { desk, service, requests } = await bench();
    await edit(desk, 'f1', { severity: 'low' });
    service.edit('f1', { title: 'Theirs', asset: ['theirs.test'] });
    await sync(desk);
    expect(requests.filter(isUpdate).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { id: 'f1', title: 'Theirs', asset: ['theirs.test'], severity: 'low' },
    ]);
    expect(service.finding('f1')).toMatchObject({ title: 'Theirs', asset: ['theirs.test'], severity: 'low' });
  });

  test('by an update that is sent again after the quiet time', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    await edit(desk, 'f1', { title: 'Mine', severity: 'low' });
    spoil(made, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    service.edit('f1', { severity: 'critical' });
    clock.pass(quietMs);
    await settle({ desk, clock });
    expect(service.finding('f1')).toMatchObject({ title: 'Finding 1', severity: 'critical' });
    expect(await only(desk)).toMatchObject({
      state: 'conflict',
      conflict: { fields: { severity: { theirs: 'critical' } } },
    });
  });

  test('by an update that landed, was then edited by somebody, and is unknown here', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    watch(service, made.requests, (request) =>
      isUpdate(request) ? { kind: 'drop', handled: true } : undefined,
    );
    // Read again only after a user has edited it.
    let wrote = false;
    watch(service, made.requests, (request) => {
      if (isUpdate(request)) {
        wrote = true;
        return { kind: 'drop', handled: true };
      }
      if (wrote && isDetail('f1')(request) && service.finding('f1')?.['title'] === 'Mine')
        service.edit('f1', { title: 'Theirs' });
      return undefined;
    });
    await sync(desk);
    clock.pass(quietMs);
    await settle({ desk, clock });
    expect(service.finding('f1')).toMatchObject({ title: 'Theirs' });
    expect(service.ledger.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('by a retry of a refused update', async () => {
    const made = await bench();
    const { desk, service } = made;
    const { op } = await edit(desk, 'f1', { title: 'Mine' });
    spoil(made, isUpdate, { kind: 'status', status: 400, handled: false });
    await sync(desk);
    service.edit('f1', { title: 'Theirs' });
    await desk.call('queue.retry', { op });
    await sync(desk);
    expect(await states(desk)).toEqual(['update conflict']);
    expect(service.finding('f1')).toMatchObject({ title: 'Theirs' });
  });

  test('by an edit made on a list that did not show the field', async () => {
    const made = await bench({ listOmits: ['remediation'] });
    const { desk, service } = made;
    service.edit('f1', { remediation: 'Theirs.' });
    await edit(desk, 'f1', { remediation: 'Mine.' });
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ remediation: 'Theirs.' });
    expect(await only(desk)).toMatchObject({
      state: 'conflict',
      conflict: { fields: { remediation: { theirs: 'Theirs.' } } },
    });
  });

  test('by an edit of a field whose detail was never read: a value nobody saw is not overwritten', async () => {
    const made = await bench({ listOmits: ['remediation'] });
    const { desk, service, requests } = made;
    service.create('harbour-2026', {
      id: 'g1',
      body: { title: 'New', asset: ['a'], remediation: 'Theirs.' },
    });
    watch(service, requests, (request) =>
      isDetail('g1')(request) ? { kind: 'status', status: 403, handled: false } : undefined,
    );
    await sync(desk);
    await edit(desk, 'g1', { remediation: 'Mine.' });
    watch(service, requests);
    await sync(desk);
    expect(service.finding('g1')).toMatchObject({ remediation: 'Theirs.' });
    expect(await only(desk)).toMatchObject({ state: 'conflict' });
  });

  test('and every update reads its finding right before it is sent', async () => {
    const { desk, requests } = await bench({ count: 12 });
    for (let at = 1; at <= 12; at += 1) await edit(desk, `f${String(at)}`, { title: `Mine ${String(at)}` });
    await sync(desk);
    for (let at = 1; at <= 12; at += 1) {
      const id = `f${String(at)}`;
      const own = requests.filter(
        (request) =>
          isDetail(id)(request) ||
          (isUpdate(request) && (JSON.parse(request.body) as { id: string }).id === id),
      );
      expect(own.map(({ method }) => method).slice(0, 3)).toEqual(['GET', 'POST', 'GET']);
    }
  });
});
