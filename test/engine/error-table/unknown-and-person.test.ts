import { describe, expect, test } from 'vitest';
import type { TestDesk } from '../../support/desk.ts';
import { operationLines, type OperationStyle } from '../../../electron/cli/output/operations.ts';
import {
  bench,
  body,
  create,
  edit,
  heal,
  isCreation,
  isDetail,
  isUpdate,
  only,
  project,
  quietMs,
  row,
  settle,
  spoil,
  states,
  sync,
  titled,
  watch,
} from '../support.ts';

/** Operations without colours, with whole ids. */
const plainStyle: OperationStyle = {
  paint: (_style, text) => text,
  moment: (moment) => moment,
  change: (id) => id,
  finding: (id) => id,
};

/** A read of a finding that the service named itself. */
const detail = /^\/api\/scans\/[0-9a-f]{24}$/;

describe('an unknown creation that the person discards', () => {
  test('and that had landed is an ordinary finding of the service', async () => {
    const made = await bench();
    const { desk, service } = made;
    const { op } = await create(desk, body({ title: 'New' }));
    spoil(made, isCreation, { kind: 'drop', handled: true });
    await sync(desk, { pull: false });
    await desk.call('queue.discard', { op });
    expect((await sync(desk)).pulled).toMatchObject({ seen: 5, created: 1 });
    const { rows } = await desk.call('finding.list', { project });
    expect(rows.filter(({ title }) => title === 'New')).toHaveLength(1);
    expect(titled(service, 'New')).toBe(1);
  });

  test('takes the edits behind it along, into the history', async () => {
    const made = await bench();
    const { desk } = made;
    const { op, findings } = await create(desk, body({ title: 'New' }));
    spoil(made, isCreation, { kind: 'drop', handled: false });
    await sync(desk);
    await edit(desk, findings[0] ?? '', { description: 'Behind it.' });
    await desk.call('queue.discard', { op });
    expect(await states(desk)).toEqual([]);
    expect(JSON.stringify(await desk.call('finding.history', { id: findings[0] }))).toContain('Behind it.');
  });
});

describe('an unknown update', () => {
  test('that the person retries goes through read and merge', async () => {
    const made = await bench();
    const { desk, service } = made;
    const { op } = await edit(desk, 'f1', { title: 'Mine' });
    spoil(made, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    service.edit('f1', { title: 'Theirs' });
    await desk.call('queue.retry', { op }).catch(() => undefined);
    await settle(made);
    expect(service.finding('f1')).toMatchObject({ title: 'Theirs' });
    expect(await only(desk)).toMatchObject({ state: 'conflict' });
  });

  test('whose finding cannot be read stays unknown, and holds up nothing else', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    spoil(made, isUpdate, { kind: 'drop', handled: true });
    let lost = false;
    watch(service, made.requests, (request) => {
      if (isUpdate(request) && !lost) {
        lost = true;
        return { kind: 'drop', handled: true };
      }
      return lost && isDetail('f1')(request) ? { kind: 'status', status: 500, handled: false } : undefined;
    });
    await sync(desk);
    clock.pass(quietMs);
    await edit(desk, 'f2', { title: 'Another' });
    await sync(desk);
    expect(await states(desk)).toEqual(['update unknown']);
    expect(service.finding('f2')).toMatchObject({ title: 'Another' });
    watch(service, made.requests);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.ledger).toHaveLength(2);
  });

  test('whose finding is gone is the conflict gone', async () => {
    const made = await bench({ count: 30 });
    const { desk, service, clock } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    spoil(made, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    service.remove('f1');
    clock.pass(quietMs);
    await settle(made);
    expect(await only(desk)).toMatchObject({ state: 'conflict', conflict: { reason: 'gone' } });
    expect(service.ledger).toHaveLength(1);
  });

  test('that was acknowledged but is not shown by the read is unknown, then looked at again', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    const before = JSON.stringify(service.finding('f1'));
    await edit(desk, 'f1', { title: 'Mine' });
    // A service that answers reads from a copy that lags behind.
    let wrote = false;
    watch(service, made.requests, (request) => {
      if (isUpdate(request)) wrote = true;
      return wrote && isDetail('f1')(request) ? { kind: 'body', body: before } : undefined;
    });
    await sync(desk, { pull: false });
    expect(await states(desk)).toEqual(['update unknown']);
    expect((await row(desk, 'f1'))?.title).toBe('Mine');
    watch(service, made.requests);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.ledger).toHaveLength(1);
    clock.pass(quietMs);
    await sync(desk);
    expect(service.ledger).toHaveLength(1);
  });

  test('looked at by a clock of the wall that jumps is given no less than its quiet time', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    spoil(made, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    clock.reboot();
    clock.pass(quietMs * 10);
    desk.restart();
    await sync(desk);
    expect(await states(desk)).toEqual(['update unknown']);
    clock.pass(quietMs - 5_000);
    await sync(desk);
    expect(service.ledger).toHaveLength(1);
    clock.pass(5_000);
    await sync(desk);
    expect(service.ledger).toHaveLength(2);
  });
});

describe('a rejected operation', () => {
  test('is not unblocked by an edit behind it, and both go after a retry', async () => {
    const made = await bench();
    const { desk, service } = made;
    const { op } = await edit(desk, 'f1', { title: 'First', severity: 'low' });
    spoil(made, isUpdate, { kind: 'status', status: 403, handled: false });
    await sync(desk);
    await edit(desk, 'f1', { title: 'Second' });
    await sync(desk);
    expect(await states(desk)).toEqual(['update rejected', 'update blocked']);
    await desk.call('queue.retry', { op });
    await settle(made);
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f1')).toMatchObject({ title: 'Second', severity: 'low' });
  });

  test('is all that can be retried, beside an unknown one', async () => {
    const { desk } = await bench();
    const { op } = await edit(desk, 'f1', { title: 'Queued' });
    await expect(desk.call('queue.retry', { op })).rejects.toMatchObject({ code: 'wrong-state' });
    await expect(desk.call('queue.retry', { op: 'nothing' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a sync', () => {
  test('that only pulls sends nothing, and one that only pushes sweeps nothing', async () => {
    const { desk, service, requests } = await bench();
    await edit(desk, 'f1', { title: 'Mine' });
    expect((await sync(desk, { push: false })).pushed).toMatchObject({ waiting: 1 });
    expect(service.ledger).toEqual([]);
    requests.length = 0;
    await sync(desk, { pull: false });
    expect(requests.filter(({ path }) => path.includes('?'))).toEqual([]);
    expect(service.ledger).toHaveLength(1);
    await expect(sync(desk, { pull: false, push: false })).rejects.toMatchObject({ code: 'usage' });
    await expect(desk.call('sync.run', { projects: ['nowhere'] })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('that is asked for twice at once runs one after the other and sends once', async () => {
    const { desk, service } = await bench();
    await edit(desk, 'f1', { title: 'Mine' });
    await create(desk, body({ title: 'New' }));
    await Promise.all([sync(desk), sync(desk), sync(desk)]);
    expect(service.ledger).toHaveLength(2);
  });

  test('that is cancelled stops at a safe point, and the next one goes on', async () => {
    const { desk, service, requests, clock } = await bench({ count: 20 });
    for (let at = 1; at <= 20; at += 1) await edit(desk, `f${String(at)}`, { title: `Mine ${String(at)}` });
    const stop = new AbortController();
    watch(service, requests, (request) => {
      if (isUpdate(request) && service.ledger.length === 5) stop.abort();
      return undefined;
    });
    const summary = await desk.call('sync.run', {}, { signal: stop.signal });
    expect(summary.failure?.code).toBe('cancelled');
    expect((await states(desk)).filter((state) => state !== 'update queued')).toEqual([]);
    expect(summary.pushed.waiting).toBeGreaterThan(5);
    watch(service, requests);
    await settle({ desk, clock });
    expect(await states(desk)).toEqual([]);
    expect(service.ledger).toHaveLength(20);
  });
});

describe('a later read that shows a value of ours from before', () => {
  test('is a late write that landed over our newer one: a conflict', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    await edit(desk, 'f1', { title: 'First' });
    spoil(made, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    clock.pass(quietMs);
    await sync(desk);
    await edit(desk, 'f1', { title: 'Second' });
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ title: 'Second' });
    // What was dropped lands after all.
    service.edit('f1', { title: 'First' });
    await sync(desk);
    expect(await only(desk)).toMatchObject({
      state: 'conflict',
      conflict: { fields: { title: { mine: 'Second', theirs: 'First' } } },
    });
    expect((await desk.call('conflict.list')).map(({ offered }) => offered)).toEqual(['overwritten']);
  });
});

describe('two creations that are answered with one identifier', () => {
  test('end as one that landed and one that a person is asked about', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    await create(desk, body({ title: 'New one' }));
    let first = '';
    let second = false;
    watch(service, made.requests, (request) => {
      if (isCreation(request)) {
        if (request.body.includes('New two')) {
          second = true;
          return { kind: 'body', body: JSON.stringify({ success: true, Ids: [first] }) };
        }
        return undefined;
      }
      if (request.method === 'GET' && detail.test(request.path)) {
        first = request.path.slice('/api/scans/'.length);
        if (!second) return { kind: 'status', status: 500, handled: false };
      }
      return undefined;
    });
    await sync(desk, { pull: false });
    expect(await states(desk)).toEqual(['create unknown']);
    await create(desk, body({ title: 'New two' }));
    // Not before the queue: that sweep would find the first one.
    await sync(desk, { pull: false });
    heal(made);
    await settle({ desk, clock });
    await sync(desk);
    const summary = await sync(desk);
    expect(titled(service, 'New one')).toBe(1);
    expect(titled(service, 'New two')).toBe(1);
    expect(summary.needsPerson).toBe((await desk.call('queue.list')).length);
  });
});

describe('a write of ours that the person gave up', () => {
  test.each([
    ['a deletion', (desk: TestDesk) => desk.call('finding.delete', { ids: ['f1'] }).then(([one]) => one)],
    ['an update', (desk: TestDesk) => edit(desk, 'f1', { title: 'First' })],
    [
      'a bulk status',
      (desk: TestDesk) =>
        desk
          .call('finding.setStatus', { status: 'closed', selection: { ids: ['f1'] } })
          .then(({ operations }) => operations[0]),
    ],
  ] as const)(
    'while nobody knows whether it arrived (%s) is told to be perhaps there',
    async (_what, queue) => {
      const made = await bench();
      const { desk } = made;
      const op = (await queue(desk))?.op ?? '';
      spoil(made, (request) => request.method !== 'GET', { kind: 'drop', handled: false });
      await sync(desk, { pull: false });
      const dropped = await desk.call('queue.discard', { op });
      expect(dropped).toMatchObject({ state: 'discarded', mayHaveArrived: true });
      expect(operationLines(dropped, plainStyle).join('\n')).toContain('may have reached the service');
      const history = await desk.call('finding.history', { id: 'f1' });
      expect(history.at(-1)).toMatchObject({ what: 'discarded', detail: { mayHaveArrived: true } });
    },
  );

  test('and that was never sent is not', async () => {
    const { desk } = await bench();
    const { op } = await edit(desk, 'f1', { title: 'First' });
    const dropped = await desk.call('queue.discard', { op });
    expect(dropped).not.toHaveProperty('mayHaveArrived');
    expect(operationLines(dropped, plainStyle).join('\n')).not.toContain('reached');
  });

  test('and that lands over a newer one is a conflict as well', async () => {
    const made = await bench();
    const { desk, service } = made;
    const { op } = await edit(desk, 'f1', { title: 'First' });
    spoil(made, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    await desk.call('queue.discard', { op });
    await edit(desk, 'f1', { title: 'Second' });
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ title: 'Second' });
    service.edit('f1', { title: 'First' });
    await sync(desk);
    expect(await states(desk)).toEqual(['update conflict']);
  });
});

describe('a creation edited while it is being sent', () => {
  test.each([undefined, { kind: 'drop', handled: true } as const])(
    'gets the edit afterwards (%j)',
    async (fault) => {
      const made = await bench();
      const { desk, service, clock } = made;
      const { findings: ids } = await create(desk, body({ title: 'New', severity: 'low' }));
      const later: Promise<unknown>[] = [];
      watch(service, made.requests, (request) => {
        if (!isCreation(request)) return undefined;
        later.push(edit(desk, ids[0] ?? '', { severity: 'critical' }));
        return fault;
      });
      await sync(desk);
      await Promise.all(later);
      await settle({ desk, clock });
      expect(await states(desk)).toEqual([]);
      expect(service.findings(project).filter((one) => one['title'] === 'New')).toMatchObject([
        { severity: 'critical' },
      ]);
      expect(later).toHaveLength(1);
    },
  );
});

describe('a creation that was acknowledged, but can never be read by its identifier', () => {
  test('is recognised in the list, where its identifier stands', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    await create(desk, body({ title: 'New' }));
    watch(service, made.requests, ({ method, path }) =>
      method === 'GET' && detail.test(path) ? { kind: 'status', status: 403, handled: false } : undefined,
    );
    await sync(desk);
    clock.pass(quietMs);
    await sync(desk);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(titled(service, 'New')).toBe(1);
  });
});
