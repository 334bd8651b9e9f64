import { describe, expect, test } from 'vitest';
import type { Fault } from '#sample/http/faults.ts';
import type { SyncSummary } from '#contract/procedures/sync.ts';
import { putOutOfReach } from '../../support/desk.ts';
import {
  applied,
  bench,
  edit,
  heal,
  isDetail,
  isUpdate,
  only,
  quietMs,
  row,
  spoil,
  states,
  sync,
  type Bench,
} from '../support.ts';

const counts = (over: Partial<SyncSummary['pushed']>): SyncSummary['pushed'] => ({
  applied: 0,
  conflict: 0,
  rejected: 0,
  unknown: 0,
  waiting: 0,
  ...over,
});

async function editedBench(options: Parameters<typeof bench>[0] = {}): Promise<Bench> {
  const made = await bench(options);
  await edit(made.desk, 'f1', { title: 'Edited offline' });
  return made;
}

describe('an update that the service refuses', () => {
  test.each([400, 403, 404])(
    'is kept as rejected with the words of a %i, and is not sent again by itself',
    async (status) => {
      const made = await editedBench();
      const { desk, service } = made;
      const words = JSON.stringify({ error: 'Not like this.' });
      spoil(made, isUpdate, { kind: 'status', status, handled: false, body: words });
      const summary = await sync(desk);
      expect(summary.pushed).toEqual(counts({ rejected: 1 }));
      expect(summary.needsPerson).toBe(1);
      expect(await only(desk)).toMatchObject({
        kind: 'update',
        state: 'rejected',
        attempts: 1,
        error: { status, message: 'Not like this.' },
        conflict: null,
        results: [{ id: 'f1', state: 'rejected' }],
      });
      expect((await row(desk, 'f1'))?.sync).toBe('rejected');
      expect((await desk.call('finding.get', { id: 'f1' })).effective).toMatchObject({
        title: 'Edited offline',
      });

      await sync(desk);
      expect(service.ledger).toHaveLength(1);
      expect(await states(desk)).toEqual(['update rejected']);

      const { op } = await only(desk);
      expect(await desk.call('queue.retry', { op })).toMatchObject({ state: 'queued', error: null });
      expect((await sync(desk)).pushed).toEqual(counts({ applied: 1 }));
      expect(service.finding('f1')).toMatchObject({ title: 'Edited offline' });
      expect(applied(service)).toHaveLength(1);
    },
  );

  test('by permission keeps it as rejected', async () => {
    const { desk, service } = await editedBench({ login: 'theo' });
    expect((await sync(desk)).pushed).toEqual(counts({ rejected: 1 }));
    expect(await only(desk)).toMatchObject({ state: 'rejected', error: { status: 403 } });
    expect(applied(service)).toEqual([]);
  });

  test('with 401 pauses everything and goes on with another token of the same user', async () => {
    const made = await editedBench();
    const { desk, service } = made;
    await edit(desk, 'f2', { title: 'Edited as well' });
    spoil(made, isUpdate, { kind: 'status', status: 401, handled: false }, 99);
    const summary = await sync(desk);
    expect(summary.failure?.code).toBe('credentials');
    expect(summary.pushed).toEqual(counts({ waiting: 2 }));
    expect(service.ledger).toHaveLength(1);
    expect(await states(desk)).toEqual(['update queued', 'update queued']);
    for (const { op, results } of await desk.call('queue.list')) {
      expect((await desk.call('queue.open', { op })).row.next).toEqual({ kind: 'credentials' });
      // It is no trouble of theirs: what they wait for is said once.
      expect(results.map(({ message }) => message)).toEqual([null]);
    }

    heal(made);
    const token = service.issueToken('mara');
    await expect(sync(desk)).rejects.toMatchObject({ code: 'credentials' });
    expect(await states(desk)).toEqual(['update queued', 'update queued']);
    const after = await desk.call('sync.run', {}, { token });
    expect(after.pushed).toEqual(counts({ applied: 2 }));
    expect(applied(service)).toHaveLength(2);
  });
});

describe('404 on the read before an update', () => {
  test('is the conflict gone, and nothing is sent', async () => {
    const { desk, service } = await editedBench({ count: 30 });
    service.remove('f1');
    const summary = await sync(desk);
    expect(summary.pushed).toEqual(counts({ conflict: 1 }));
    expect(await only(desk)).toMatchObject({
      state: 'conflict',
      conflict: { reason: 'gone', fields: { title: { base: 'Finding 1', mine: 'Edited offline' } } },
    });
    expect(service.ledger).toEqual([]);
  });

  test('by an answer that passes: the edit is delivered when the finding is seen again', async () => {
    const made = await bench();
    await edit(made.desk, 'f1', { title: 'Edited offline' });
    const { desk, service } = made;
    spoil(made, isDetail('f1'), { kind: 'status', status: 404, handled: false });
    await sync(desk, { pull: false });
    expect(await only(desk)).toMatchObject({ state: 'queued', conflict: null });
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f1')).toMatchObject({ title: 'Edited offline' });
  });
});

describe('409 on an update', () => {
  const conflict: Fault = { kind: 'status', status: 409, handled: false };

  test('reads and merges once more, and is then done', async () => {
    const made = await editedBench();
    spoil(made, isUpdate, conflict);
    expect((await sync(made.desk)).pushed).toEqual(counts({ applied: 1 }));
    const order = made.requests
      .filter((request) => isUpdate(request) || isDetail('f1')(request))
      .map(({ method }) => method);
    expect(order).toEqual(['GET', 'POST', 'GET', 'POST', 'GET']);
  });

  test('twice in a row is a conflict for a person', async () => {
    const made = await editedBench();
    spoil(made, isUpdate, conflict, 99);
    expect((await sync(made.desk)).pushed).toEqual(counts({ conflict: 1 }));
    expect(await only(made.desk)).toMatchObject({
      state: 'conflict',
      conflict: {
        reason: 'fields',
        fields: { title: { base: 'Finding 1', mine: 'Edited offline', theirs: 'Finding 1' } },
      },
    });
    expect(made.service.ledger).toHaveLength(2);
    await sync(made.desk);
    expect(made.service.ledger).toHaveLength(2);
  });
});

describe('429 on an update', () => {
  test.each([
    ['seconds', (): string => '20'],
    // Held against the date that the answer itself carries: the clock of this machine may be wrong. Far enough: until the
    // service answers, a slow machine takes a part of it.
    ['a date', (): string => new Date(Date.now() + 50_000).toUTCString()],
  ])('waits as %s say and sends it once', async (_name, header) => {
    const made = await editedBench();
    const { desk, service, clock } = made;
    const before = clock.awakeMs();
    spoil(made, isUpdate, { kind: 'status', status: 429, handled: false, retryAfter: header() });
    expect((await sync(desk)).pushed).toEqual(counts({ applied: 1 }));
    expect(clock.awakeMs() - before).toBeGreaterThanOrEqual(18_000);
    expect(applied(service)).toHaveLength(1);
    expect(service.ledger).toHaveLength(2);
  });

  test('without a header backs off and sends it once', async () => {
    const made = await editedBench();
    const { desk, service, clock } = made;
    const before = clock.awakeMs();
    spoil(made, isUpdate, { kind: 'status', status: 429, handled: false });
    expect((await sync(desk)).pushed).toEqual(counts({ applied: 1 }));
    expect(clock.awakeMs()).toBeGreaterThan(before);
    expect(applied(service)).toHaveLength(1);
  });

  test('for longer than a minute leaves it waiting for a later sync', async () => {
    const made = await editedBench();
    const { desk, service, clock } = made;
    const before = clock.awakeMs();
    spoil(made, isUpdate, { kind: 'status', status: 429, handled: false, retryAfter: '600' });
    const summary = await sync(desk);
    expect(summary.pushed).toEqual(counts({ waiting: 1 }));
    expect(summary.notices.join('\n')).not.toBe('');
    expect(clock.awakeMs() - before).toBeLessThan(60_000);
    expect(await states(desk)).toEqual(['update queued']);
    await sync(desk).catch(() => undefined);
    expect(service.ledger).toHaveLength(1);
    clock.pass(600_000);
    expect((await sync(desk)).pushed).toEqual(counts({ applied: 1 }));
    expect(applied(service)).toHaveLength(1);
  });

  test.each(['0', '600'])(
    'with "%s" every time leaves a sync that says it is unfinished',
    async (retryAfter) => {
      const made = await editedBench();
      spoil(made, isUpdate, { kind: 'status', status: 429, handled: false, retryAfter }, 99);
      const first = await sync(made.desk);
      expect([first.unfinished, first.pushed]).toEqual([true, counts({ waiting: 1 })]);
    },
  );
});

const lost: readonly [string, Fault][] = [
  ['a 500', { kind: 'status', status: 500, handled: true }],
  ['a 503', { kind: 'status', status: 503, handled: true }],
  ['a reset connection', { kind: 'drop', handled: true }],
  ['a page of HTML', { kind: 'html', handled: true }],
  ['success:false', { kind: 'success-false', handled: true }],
  ['half an answer', { kind: 'cut', afterBytes: 4 }],
];

describe('an update whose answer is lost or spoiled', () => {
  test.each(lost)(
    'by %s though the service carried it out is done by reading, and never sent again',
    async (_name, fault) => {
      const made = await editedBench();
      const { desk, service } = made;
      spoil(made, isUpdate, fault);
      const summary = await sync(desk);
      expect(summary.pushed).toEqual(counts({ applied: 1 }));
      expect(await states(desk)).toEqual([]);
      await sync(desk);
      expect(service.ledger).toHaveLength(1);
      expect((await row(desk, 'f1'))?.sync).toBe('synced');
    },
  );

  test.each(
    lost
      .filter(([name]) => name !== 'half an answer')
      .map(([name, fault]): [string, Fault] => [name, { ...fault, handled: false } as Fault]),
  )(
    'by %s and not carried out stays unknown for the quiet time, then goes through read and merge',
    async (_name, fault) => {
      const made = await editedBench();
      const { desk, service, clock, requests } = made;
      spoil(made, isUpdate, fault);
      const summary = await sync(desk);
      expect(summary.pushed).toEqual(counts({ unknown: 1 }));
      expect(summary.needsPerson).toBe(0);
      const unknown = await only(desk);
      expect(unknown).toMatchObject({ state: 'unknown', attempts: 1 });
      expect(unknown.nextLookAt).toBeDefined();
      expect((await row(desk, 'f1'))?.sync).toBe('unknown');

      clock.pass(quietMs - 20_000);
      desk.restart();
      expect((await sync(desk)).pushed).toEqual(counts({ unknown: 1 }));
      expect(service.ledger).toHaveLength(1);

      clock.pass(20_000);
      requests.length = 0;
      expect((await sync(desk)).pushed).toEqual(counts({ applied: 1 }));
      expect(applied(service)).toHaveLength(1);
      expect(service.finding('f1')).toMatchObject({ title: 'Edited offline' });
      const first = requests.findIndex(isUpdate);
      expect(requests.slice(0, first).some(isDetail('f1'))).toBe(true);
    },
  );

  test('by a time-out is unknown, and done once a read shows it', async () => {
    const made = await editedBench({ network: { writeTimeoutMs: 200 } });
    const { desk, service } = made;
    spoil(made, isUpdate, { kind: 'delay', ms: 400 });
    const summary = await sync(desk);
    expect(summary.pushed.applied + summary.pushed.unknown).toBe(1);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.ledger).toHaveLength(1);
  });

  test('and lands late within the quiet time is done by reading, and never sent again', async () => {
    const made = await editedBench();
    const { desk, service, clock } = made;
    const lands = Promise.withResolvers<void>();
    spoil(made, isUpdate, { kind: 'late', until: lands.promise });
    expect((await sync(desk)).pushed).toEqual(counts({ unknown: 1 }));
    lands.resolve();
    await expect.poll(() => service.ledger.length).toBe(1);
    clock.pass(quietMs);
    expect((await sync(desk)).pushed).toEqual(counts({ applied: 1 }));
    expect(service.ledger).toHaveLength(1);
  });

  test('and somebody else edited the field meanwhile ends as a conflict after the quiet time', async () => {
    const made = await editedBench();
    const { desk, service, clock } = made;
    spoil(made, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    service.edit('f1', { title: 'Theirs' });
    await sync(desk);
    expect(await states(desk)).toEqual(['update unknown']);
    clock.pass(quietMs);
    await sync(desk);
    expect(await only(desk)).toMatchObject({
      state: 'conflict',
      conflict: {
        reason: 'fields',
        fields: { title: { base: 'Finding 1', mine: 'Edited offline', theirs: 'Theirs' } },
      },
    });
    expect(service.ledger).toHaveLength(1);
    expect(service.finding('f1')).toMatchObject({ title: 'Theirs' });
  });

  test('lets nothing further leave in this run when no read works', async () => {
    const made = await bench({ count: 12 });
    const { desk, service, requests } = made;
    await edit(desk, 'f1', { title: 'The first' });
    await sync(desk);
    for (const { id } of (await desk.call('finding.list', { project: 'harbour-2026' })).rows) {
      await edit(desk, id, { title: `Edited ${id}` });
    }
    let broken = false;
    let writesWhileBroken = 0;
    requests.length = 0;
    const before = service.ledger.length;
    service.setFaults((request) => {
      if (isUpdate(request)) {
        if (broken) writesWhileBroken += 1;
        else {
          broken = true;
          return { kind: 'drop', handled: false };
        }
      }
      return broken && request.method === 'GET' ? { kind: 'status', status: 500, handled: false } : undefined;
    });
    const summary = await sync(desk);
    expect(summary.failure?.code).toBe('unreachable');
    // Lanes that had passed the gate already may have a write under way each; no new one starts.
    expect(writesWhileBroken).toBeLessThanOrEqual(3);
    expect(service.ledger.length - before).toBeLessThanOrEqual(4);
    expect(summary.pushed.waiting).toBeGreaterThanOrEqual(8);
  });
  test('keeps every further write back until a read has worked', async () => {
    const made = await bench({ count: 24 });
    const { desk, service } = made;
    // The probe goes alone: after it, several lanes send at once.
    await edit(desk, 'f1', { title: 'The first' });
    await sync(desk);
    for (let at = 1; at <= 24; at += 1) await edit(desk, `f${String(at)}`, { severity: 'low' });
    let reading = false;
    let meanwhile = 0;
    let lost = '';
    const answerMs = 300;
    service.setFaults((request) => {
      if (lost !== '' && isDetail(lost)(request) && !reading) {
        reading = true;
        setTimeout(() => {
          reading = false;
        }, answerMs - 50);
        return { kind: 'delay', ms: answerMs };
      }
      if (!isUpdate(request)) return undefined;
      if (reading) meanwhile += 1;
      if (lost !== '') return undefined;
      lost = (JSON.parse(request.body) as { id: string }).id;
      return { kind: 'drop', handled: false };
    });
    await sync(desk, { pull: false });
    // As many as there are other lanes may have been under way when the first one was lost.
    expect(meanwhile).toBeLessThanOrEqual(3);
    expect(applied(service)).toHaveLength(24);
  });
});

describe('an update that never left', () => {
  test('stays queued when the service cannot be reached', async () => {
    const { desk, service } = await editedBench();
    await putOutOfReach(service);
    await expect(sync(desk)).rejects.toMatchObject({ code: 'unreachable' });
    expect(await only(desk)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test.each([500, 503])('stays queued when its read answers %i, and the others go on', async (status) => {
    const made = await editedBench();
    const { desk, service } = made;
    await edit(desk, 'f2', { title: 'Edited as well' });
    spoil(made, isDetail('f1'), { kind: 'status', status, handled: false }, 99);
    const summary = await sync(desk);
    expect(summary.pushed).toEqual(counts({ applied: 1, waiting: 1 }));
    expect(service.finding('f2')).toMatchObject({ title: 'Edited as well' });
    expect(await states(desk)).toEqual(['update queued']);
  });

  test.each([
    ['HTML', { kind: 'html', handled: true }],
    ['another finding', { kind: 'body', body: '{"id":"f2","title":"x","asset":["y"]}' }],
    ['a list', { kind: 'body', body: '[]' }],
  ] as [string, Fault][])('stays queued when its read answers %s', async (_name, fault) => {
    const made = await editedBench();
    spoil(made, isDetail('f1'), fault, 99);
    await sync(made.desk);
    expect(await states(made.desk)).toEqual(['update queued']);
    expect(made.service.ledger).toEqual([]);
    heal(made);
    await sync(made.desk);
    expect(await states(made.desk)).toEqual([]);
  });
});
