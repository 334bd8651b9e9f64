import { describe, expect, test } from 'vitest';
import type { Fault } from '#sample/http/faults.ts';
import type { SyncSummary } from '#contract/procedures/sync.ts';
import { putOutOfReach } from '../../support/desk.ts';
import {
  applied,
  bench,
  body,
  create,
  edit,
  heal,
  isCreation,
  isDetail,
  isUpdate,
  isWrite,
  only,
  project,
  quietMs,
  spoil,
  states,
  sync,
  titled,
  watch,
  type Bench,
} from '../support.ts';

const title = 'Found on the train';

const counts = (over: Partial<SyncSummary['pushed']>): SyncSummary['pushed'] => ({
  applied: 0,
  conflict: 0,
  rejected: 0,
  unknown: 0,
  waiting: 0,
  ...over,
});

async function createdBench(options: Parameters<typeof bench>[0] = {}): Promise<Bench & { local: string }> {
  const made = await bench(options);
  const operation = await create(made.desk, body({ title }));
  return { ...made, local: operation.findings[0] ?? '' };
}

describe('a creation that the service refuses', () => {
  test.each([400, 403, 404])(
    'is kept as rejected with the words of a %i until a person retries it',
    async (status) => {
      const made = await createdBench();
      const { desk, service } = made;
      spoil(made, isCreation, {
        kind: 'status',
        status,
        handled: false,
        body: '{"message":"Not like this."}',
      });
      expect((await sync(desk)).pushed).toEqual(counts({ rejected: 1 }));
      expect(await only(desk)).toMatchObject({
        kind: 'create',
        state: 'rejected',
        findings: [made.local],
        error: { status, message: 'Not like this.' },
      });
      await sync(desk);
      expect(service.ledger).toHaveLength(1);
      const { op } = await only(desk);
      await desk.call('queue.retry', { op });
      expect((await sync(desk)).pushed).toEqual(counts({ applied: 1 }));
      expect(titled(service, title)).toBe(1);
    },
  );

  test('with 409 does not double it and is kept', async () => {
    const made = await createdBench();
    spoil(made, isCreation, { kind: 'status', status: 409, handled: false }, 99);
    await sync(made.desk);
    expect(await only(made.desk)).toMatchObject({
      kind: 'create',
      state: expect.stringMatching(/rejected|conflict/) as string,
    });
    expect(titled(made.service, title)).toBe(0);
  });

  test('with 401 stays queued and goes once the token is good again', async () => {
    const made = await createdBench();
    const { desk, service } = made;
    spoil(made, isCreation, { kind: 'status', status: 401, handled: false });
    const summary = await sync(desk);
    expect(summary.failure?.code).toBe('credentials');
    expect(summary.pushed).toEqual(counts({ waiting: 1 }));
    expect((await sync(desk)).pushed).toEqual(counts({ applied: 1 }));
    expect(titled(service, title)).toBe(1);
  });
});

describe('429 on a creation', () => {
  test.each([
    ['seconds', '20'],
    ['no header', undefined],
  ])('with %s waits and creates one', async (_name, retryAfter) => {
    const made = await createdBench();
    const { desk, service, clock } = made;
    const before = clock.awakeMs();
    spoil(made, isCreation, {
      kind: 'status',
      status: 429,
      handled: false,
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
    expect((await sync(desk)).pushed).toEqual(counts({ applied: 1 }));
    expect(clock.awakeMs() - before).toBeGreaterThanOrEqual(retryAfter === undefined ? 500 : 20_000);
    expect(titled(service, title)).toBe(1);
  });

  test('for ten minutes leaves it waiting', async () => {
    const made = await createdBench();
    spoil(made, isCreation, { kind: 'status', status: 429, handled: false, retryAfter: '600' });
    expect((await sync(made.desk)).pushed).toEqual(counts({ waiting: 1 }));
    made.clock.pass(600_000);
    expect((await sync(made.desk)).pushed).toEqual(counts({ applied: 1 }));
    expect(titled(made.service, title)).toBe(1);
  });
});

const lost: readonly [string, Fault][] = [
  ['a 500', { kind: 'status', status: 500, handled: true }],
  ['a 504', { kind: 'status', status: 504, handled: true }],
  ['a reset connection', { kind: 'drop', handled: true }],
  ['a page of HTML', { kind: 'html', handled: true }],
  ['success:false', { kind: 'success-false', handled: true }],
  ['half an answer', { kind: 'cut', afterBytes: 4 }],
  ['no identifier', { kind: 'body', body: '{"success":true}' }],
  ['no identifiers', { kind: 'body', body: '{"success":true,"Ids":[]}' }],
  ['two identifiers', { kind: 'body', body: '{"success":true,"Ids":["a","b"]}' }],
  ['the identifier of a finding that was there', { kind: 'body', body: '{"success":true,"Ids":["f1"]}' }],
  ['an empty body', { kind: 'body', body: '' }],
];

describe('a creation whose answer is lost or spoiled', () => {
  test.each(lost)(
    'by %s though the service carried it out is recognised by a sweep, and never sent again',
    async (_name, fault) => {
      const made = await createdBench();
      const { desk, service } = made;
      spoil(made, isCreation, fault);
      const summary = await sync(desk);
      expect(await states(desk)).toEqual([]);
      expect(summary.pushed).toEqual(counts({ applied: 1 }));
      expect(summary.pulled).toMatchObject({ seen: 5, created: 0, changed: 0, unchanged: 5, gone: 0 });
      made.clock.pass(quietMs);
      await sync(desk);
      await sync(desk);
      expect(service.ledger).toHaveLength(1);
      expect(titled(service, title)).toBe(1);
      const { rows } = await desk.call('finding.list', { project });
      expect(rows.filter((one) => one.title === title)).toHaveLength(1);
      const seen = await desk.call('finding.get', { id: made.local });
      expect(seen).toMatchObject({ remote: { title }, sync: 'synced' });
      expect(service.finding(seen.id)).toBeDefined();
    },
  );

  test.each([
    ['a 500', { kind: 'status', status: 500, handled: false }],
    ['a reset connection', { kind: 'drop', handled: false }],
    ['a page of HTML', { kind: 'html', handled: false }],
    ['success:false', { kind: 'success-false', handled: false }],
  ] as [string, Fault][])(
    'by %s and never carried out is asked of a person after the quiet time, and not sent again by itself',
    async (_name, fault) => {
      const made = await createdBench();
      const { desk, service, clock } = made;
      spoil(made, isCreation, fault);
      const first = await sync(desk);
      expect(first.pushed).toEqual(counts({ unknown: 1 }));
      expect(first.needsPerson).toBe(0);
      const { op, nextLookAt } = await only(desk);
      expect(nextLookAt).toBeDefined();

      for (let early = 0; early < 3; early += 1) await sync(desk);
      clock.pass(quietMs - 20_000);
      desk.restart();
      await sync(desk);
      await sync(desk);
      expect((await sync(desk)).needsPerson).toBe(0);
      await expect(desk.call('queue.retry', { op })).rejects.toMatchObject({ code: 'wrong-state' });

      clock.pass(20_000);
      await sync(desk);
      const last = await sync(desk);
      expect(last.needsPerson).toBe(1);
      expect(last.pushed).toEqual(counts({ unknown: 1 }));
      expect((await only(desk)).nextLookAt).toBeUndefined();
      clock.pass(quietMs);
      await sync(desk);
      expect(service.ledger).toHaveLength(1);

      await desk.call('queue.retry', { op });
      expect((await sync(desk)).pushed).toEqual(counts({ applied: 1 }));
      expect(titled(service, title)).toBe(1);
      expect(service.ledger).toHaveLength(2);
    },
  );

  test('is not given up by sweeps that began inside the quiet time', async () => {
    const made = await createdBench();
    const { desk, clock } = made;
    spoil(made, isCreation, { kind: 'drop', handled: false });
    await sync(desk);
    // The quiet time runs out while the sweep is under way: that sweep proves nothing.
    clock.pass(quietMs - 1_000);
    let passed = false;
    watch(made.service, made.requests, ({ path }) => {
      if (!passed && path.startsWith('/api/scans/?')) {
        passed = true;
        clock.pass(2_000);
      }
      return undefined;
    });
    const summary = await sync(desk, { push: false });
    expect(summary.needsPerson).toBe(0);
    expect((await sync(desk, { push: false })).needsPerson).toBe(0);
    expect((await sync(desk, { push: false })).needsPerson).toBe(1);
  });

  test('starts its quiet time again after the machine was restarted', async () => {
    const made = await createdBench();
    const { desk, clock } = made;
    spoil(made, isCreation, { kind: 'drop', handled: false });
    await sync(desk);
    clock.pass(quietMs + 1_000);
    clock.reboot();
    clock.pass(10_000_000);
    desk.restart();
    await sync(desk);
    await sync(desk);
    expect((await sync(desk)).needsPerson).toBe(0);
    clock.pass(quietMs);
    expect((await sync(desk, { push: false })).needsPerson).toBe(0);
    expect((await sync(desk, { push: false })).needsPerson).toBe(1);
  });

  test('and lands late is recognised, and never sent again', async () => {
    const made = await createdBench();
    const { desk, service, clock } = made;
    const lands = Promise.withResolvers<void>();
    spoil(made, isCreation, { kind: 'late', until: lands.promise });
    expect((await sync(desk)).pushed).toEqual(counts({ unknown: 1 }));
    lands.resolve();
    await expect.poll(() => service.ledger.length).toBe(1);
    clock.pass(quietMs);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(titled(service, title)).toBe(1);
    expect(service.ledger).toHaveLength(1);
  });

  test('by a time-out is recognised by a sweep', async () => {
    const made = await createdBench({ network: { writeTimeoutMs: 200 } });
    spoil(made, isCreation, { kind: 'delay', ms: 400 });
    await sync(made.desk);
    await sync(made.desk);
    expect(await states(made.desk)).toEqual([]);
    expect(made.service.ledger).toHaveLength(1);
  });

  test('and the read of its identifier fails is unknown, then read by that identifier', async () => {
    const made = await createdBench();
    const { desk, service } = made;
    watch(service, made.requests, ({ method, path }) =>
      method === 'GET' && /^\/api\/scans\/[0-9a-f]{24}$/.test(path)
        ? { kind: 'status', status: 500, handled: false }
        : undefined,
    );
    await sync(desk, { pull: false });
    expect(await states(desk)).toEqual(['create unknown']);
    heal(made);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(titled(service, title)).toBe(1);
    expect(service.ledger).toHaveLength(1);
  });

  test('keeps the next creations back until a read has worked', async () => {
    const made = await createdBench();
    const { desk, service } = made;
    // Nothing goes side by side before an update has told what happens to the fields that it does not send.
    await edit(desk, 'f1', { severity: 'low' });
    await sync(desk);
    const before = service.ledger.length;
    for (let more = 0; more < 20; more += 1) await create(desk, body({ title: `More ${String(more)}` }));
    let reading = false;
    let meanwhile = 0;
    const answerMs = 300;
    service.setFaults(({ method, path }) => {
      if (path === '/api/users/me' && service.ledger.length > before && !reading) {
        reading = true;
        setTimeout(() => {
          reading = false;
        }, answerMs - 50);
        return { kind: 'delay', ms: answerMs };
      }
      if (method !== 'PUT') return undefined;
      if (reading) meanwhile += 1;
      return service.ledger.length === before ? { kind: 'drop', handled: false } : undefined;
    });
    await sync(desk, { pull: false });
    // As many as there are other lanes may have been under way when the first one was lost.
    expect(meanwhile).toBeLessThanOrEqual(3);
    expect(service.ledger).toHaveLength(before + 20);
  });

  test('by two identifiers takes neither on trust', async () => {
    const made = await createdBench({ newId: () => 'ours' });
    const { desk, service } = made;
    service.create(project, { id: 'g1', body: body({ title: 'Of somebody else' }) });
    spoil(made, isCreation, { kind: 'body', body: '{"success":true,"Ids":["g1","ours"]}' });
    await sync(desk);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect((await desk.call('finding.get', { id: made.local })).id).toBe('ours');
    expect((await desk.call('finding.get', { id: 'g1' })).effective).toMatchObject({
      title: 'Of somebody else',
    });
    expect(service.ledger).toHaveLength(1);
  });
});

describe('a creation that never left', () => {
  test('stays queued, without an attempt, when the service cannot be reached', async () => {
    const { desk, service } = await createdBench();
    await putOutOfReach(service);
    await expect(sync(desk)).rejects.toMatchObject({ code: 'unreachable' });
    expect(await only(desk)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  test('waits for a first complete sweep of its engagement', async () => {
    const made = await createdBench();
    const { desk, service } = made;
    await desk.call('engagement.add', { project: 'fjm-portal-2026' });
    await desk.call('finding.create', {
      project: 'fjm-portal-2026',
      records: [body({ title: 'Elsewhere' })],
    });
    made.requests.length = 0;
    await sync(desk);
    const firstPut = made.requests.findIndex(({ path }) => path === '/api/scans/fjm-portal-2026');
    const firstList = made.requests.findIndex(({ path }) => path.includes('project=fjm-portal-2026'));
    expect(firstList).toBeGreaterThanOrEqual(0);
    expect(firstPut).toBeGreaterThan(firstList);
    expect(service.findings('fjm-portal-2026')).toHaveLength(1);
  });
});

describe('recognising a creation', () => {
  test('takes nothing that was there before the send', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    const twin = body({ title: 'Finding 1' });
    await create(desk, twin);
    spoil(made, isCreation, { kind: 'drop', handled: false });
    await sync(desk);
    clock.pass(quietMs);
    await sync(desk);
    await sync(desk);
    expect(await only(desk)).toMatchObject({ kind: 'create', state: 'unknown' });
    expect(service.finding('f1')).toBeDefined();
  });

  test('leaves the choice to a person where two new findings look alike', async () => {
    const made = await createdBench();
    const { desk, service, clock } = made;
    spoil(made, isCreation, { kind: 'drop', handled: true });
    await sync(desk, { pull: false });
    service.create(project, { body: body({ title }) });
    await sync(desk);
    expect(await states(desk)).toEqual(['create unknown']);
    clock.pass(quietMs);
    await sync(desk);
    const last = await sync(desk);
    expect(last.needsPerson).toBe(1);
    expect(service.ledger).toHaveLength(1);
  });

  test('gives two alike creations one finding each', async () => {
    const made = await createdBench();
    const { desk, service, clock } = made;
    await create(desk, body({ title }));
    spoil(made, isCreation, { kind: 'drop', handled: true }, 2);
    await sync(desk);
    clock.pass(quietMs);
    await sync(desk);
    await sync(desk);
    expect(titled(service, title)).toBe(2);
    expect(service.ledger).toHaveLength(2);
    expect(await desk.call('queue.list')).toSatisfy((open: readonly { state: string }[]) =>
      open.every(({ state }) => state === 'unknown'),
    );
  });

  test('carries the edits made meanwhile to the finding that it found', async () => {
    const made = await createdBench();
    const { desk, service } = made;
    spoil(made, isCreation, { kind: 'drop', handled: true });
    await sync(desk, { pull: false });
    await edit(desk, made.local, { severity: 'critical' });
    expect(await states(desk)).toEqual(['create unknown', 'update blocked']);
    desk.restart();
    await sync(desk);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    const { id } = await desk.call('finding.get', { id: made.local });
    expect(service.finding(id)).toMatchObject({ title, severity: 'critical' });
    expect(made.requests.filter(isWrite).map(({ method }) => method)).toEqual(['PUT', 'POST']);
  });

  test('never takes the finding that another creation was answered with', async () => {
    const made = await bench();
    const { desk, service, clock } = made;
    const dropped = await create(desk, body({ title, severity: 'low' }));
    const answered = await create(desk, body({ title, severity: 'high' }));
    // The first is lost before it is handled; the second is acknowledged, but cannot be read back.
    watch(service, made.requests, ({ method, path, body: text }) => {
      if (method === 'PUT' && text.includes('"low"')) return { kind: 'drop', handled: false };
      if (method === 'GET' && /^\/api\/scans\/[0-9a-f]{24}$/.test(path)) {
        return { kind: 'status', status: 500, handled: false };
      }
      return undefined;
    });
    await sync(desk);
    heal(made);
    await sync(desk);
    clock.pass(quietMs);
    await sync(desk);
    await sync(desk);
    expect(service.ledger.filter(({ outcome }) => outcome === 'applied')).toHaveLength(1);
    const open = await desk.call('queue.list');
    expect(open.map(({ op, state }) => [op, state])).toEqual([[dropped.op, 'unknown']]);
    const landed = await desk.call('finding.get', { id: answered.findings[0] });
    expect(landed.remote).toMatchObject({ title, severity: 'high' });
    const waiting = await desk.call('finding.get', { id: dropped.findings[0] });
    expect(waiting).toMatchObject({ remote: null, effective: { severity: 'low' } });
  });
});

describe('a creation that arrives', () => {
  test('keeps its local identifier beside that of the service, and the status that the service chose', async () => {
    const made = await bench();
    const { desk, service } = made;
    const operation = await create(desk, body({ title, status: 'closed' }));
    const local = operation.findings[0] ?? '';
    expect(await desk.call('finding.get', { id: local })).toMatchObject({
      remote: null,
      effective: { status: 'closed' },
    });
    const summary = await sync(desk);
    expect(summary.pushed).toEqual(counts({ applied: 1 }));
    expect(summary.pulled).toMatchObject({ seen: 5, created: 0, changed: 0, unchanged: 5 });
    const seen = await desk.call('finding.get', { id: local });
    expect(seen.id).not.toBe(local);
    expect(seen).toMatchObject({
      effective: { status: 'open' },
      remote: { status: 'open' },
      sync: 'synced',
      pending: [],
    });
    expect(await desk.call('finding.get', { id: seen.id })).toEqual(seen);
    expect(applied(service)).toEqual([{ method: 'PUT', ids: [seen.id] }]);
    await sync(desk);
    expect(service.ledger).toHaveLength(1);
  });

  test('puts nothing local on the wire', async () => {
    const made = await createdBench();
    const { desk, requests, local } = made;
    await edit(desk, local, { severity: 'low' });
    await sync(desk);
    await edit(desk, local, { severity: 'critical' });
    await sync(desk);
    expect(requests.filter(isUpdate)).toHaveLength(1);
    expect(requests.filter(({ path, body: text }) => path.includes(local) || text.includes(local))).toEqual(
      [],
    );
    expect(requests.filter(({ body: text }) => /"(base|sync|op|local)/.test(text))).toEqual([]);
  });

  test('is asked for once: a read that shows it under another sweep adds no second row', async () => {
    const made = await createdBench({ listOmits: ['description', 'remediation'] });
    const { desk, service } = made;
    spoil(made, isCreation, { kind: 'drop', handled: true });
    await sync(desk);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    const { rows } = await desk.call('finding.list', { project });
    expect(rows).toHaveLength(5);
    expect(titled(service, title)).toBe(1);
    expect(made.requests.some(isDetail(service.ledger[0]?.ids[0] ?? ''))).toBe(true);
  });
});
