import { describe, expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import {
  applied,
  bench,
  body,
  edit,
  isUpdate,
  only,
  project,
  row,
  spoil,
  states,
  sync,
  type Body,
} from '../support.ts';

/** What both sides did to f1 while the desk was offline, synced. */
async function both(mine: Body, theirs: Body, first: Body = {}): ReturnType<typeof bench> {
  const made = await bench({
    seeds: [
      {
        project,
        findings: [
          { id: 'f1', body: body(first) },
          { id: 'f2', body: body() },
        ],
      },
    ],
  });
  await edit(made.desk, 'f1', mine);
  made.service.edit('f1', theirs);
  await sync(made.desk);
  return made;
}

async function conflictOf(made: Awaited<ReturnType<typeof bench>>): Promise<unknown> {
  const operation = await only(made.desk);
  expect(operation.state).toBe('conflict');
  expect(made.service.ledger).toEqual([]);
  return operation.conflict;
}

describe('both sides edited a finding', () => {
  test('in different fields: both stay', async () => {
    const { desk, service } = await both({ title: 'Mine' }, { severity: 'critical' });
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f1')).toMatchObject({ title: 'Mine', severity: 'critical' });
    expect((await desk.call('finding.get', { id: 'f1' })).remote).toMatchObject({
      title: 'Mine',
      severity: 'critical',
    });
  });

  test('in the same field: a conflict that names base, mine and theirs, and sends nothing', async () => {
    const made = await both({ title: 'Mine', severity: 'low' }, { title: 'Theirs' });
    expect(await conflictOf(made)).toEqual({
      reason: 'fields',
      fields: { title: { base: 'Session outlives logout', mine: 'Mine', theirs: 'Theirs' } },
    });
    expect((await row(made.desk, 'f1'))?.sync).toBe('conflict');
    expect((await sync(made.desk)).needsPerson).toBe(1);
    expect(made.service.ledger).toEqual([]);
  });

  test('to the same value: done, and nothing is sent', async () => {
    const { desk, service } = await both({ title: 'The same' }, { title: 'The same' });
    expect(await states(desk)).toEqual([]);
    expect(service.ledger).toEqual([]);
  });

  test('in a set: additions and removals of both sides apply', async () => {
    const { desk, service } = await both(
      { tags: ['session', 'mine'], asset: ['app.harbour.test', 'mine.harbour.test'] },
      {
        tags: ['session', 'web', 'theirs'],
        asset: ['app.harbour.test', 'api.harbour.test', 'theirs.harbour.test'],
      },
    );
    expect(await states(desk)).toEqual([]);
    const now = service.finding('f1') ?? {};
    expect(new Set(now['tags'] as string[])).toEqual(new Set(['session', 'mine', 'theirs']));
    expect(new Set(now['asset'] as string[])).toEqual(
      new Set(['app.harbour.test', 'mine.harbour.test', 'theirs.harbour.test']),
    );
  });

  test('in a set that would be empty of assets: a conflict', async () => {
    const made = await both({ asset: ['api.harbour.test'] }, { asset: ['app.harbour.test'] });
    expect(await conflictOf(made)).toMatchObject({
      reason: 'empty-asset',
      fields: { asset: { mine: ['api.harbour.test'], theirs: ['app.harbour.test'] } },
    });
  });

  test('in different lines of a Markdown text: both stay', async () => {
    const { desk, service } = await both(
      { description: 'First line, mine.\nSecond line.\nThird line.\nFourth line.\nFifth line.' },
      { description: 'First line.\nSecond line.\nThird line.\nFourth line.\nFifth line, theirs.' },
    );
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f1')).toMatchObject({
      description: 'First line, mine.\nSecond line.\nThird line.\nFourth line.\nFifth line, theirs.',
    });
  });

  test('in the same line of a text: a conflict without half of it sent', async () => {
    const made = await both(
      {
        description: 'First line, mine.\nSecond line.\nThird line.\nFourth line.\nFifth line.',
        severity: 'low',
      },
      { description: 'First line, theirs.\nSecond line.\nThird line.\nFourth line.\nFifth line.' },
    );
    expect(await conflictOf(made)).toMatchObject({ reason: 'fields', fields: { description: {} } });
    expect(made.service.finding('f1')).toMatchObject({ severity: 'medium' });
  });

  test('in different blocks of an HTML text of one line: both stay', async () => {
    const html = (first: string, last: string): string =>
      `<p>${first}</p><p>middle</p><ul><li>item</li></ul><p>${last}</p>`;
    const { desk, service } = await both(
      { description: html('mine', 'last') },
      { description: html('first', 'theirs') },
      { description: html('first', 'last') },
    );
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f1')).toMatchObject({ description: html('mine', 'theirs') });
  });

  test('in the same block of an HTML text: a conflict', async () => {
    const made = await both(
      { description: '<p>mine</p><p>b</p>' },
      { description: '<p>theirs</p><p>b</p>' },
      { description: '<p>a</p><p>b</p>' },
    );
    expect(await conflictOf(made)).toMatchObject({ reason: 'fields' });
  });

  test('and one cleared what the other changed: a conflict', async () => {
    const made = await both({ cwe: '' }, { cwe: 'https://cwe.test/2' }, { cwe: 'https://cwe.test/1' });
    expect(await conflictOf(made)).toMatchObject({
      reason: 'fields',
      fields: { cwe: { base: 'https://cwe.test/1', mine: '', theirs: 'https://cwe.test/2' } },
    });
  });

  test('and a merge of both is written into the history with what each side had', async () => {
    const { desk } = await both({ tags: ['session', 'web', 'mine'] }, { tags: ['session', 'web', 'theirs'] });
    const history = await desk.call('finding.history', { id: 'f1' });
    const merged = history.find(({ what }) => what === 'merged');
    expect(JSON.stringify(merged?.detail)).toContain('mine');
    expect(JSON.stringify(merged?.detail)).toContain('theirs');
  });
});

describe('a record of the service without any asset', () => {
  test('cannot be updated: a conflict asks for an asset, and the person gives one', async () => {
    const made = await bench();
    const { desk, service, requests } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    service.edit('f1', { asset: ['x'] });
    const shown = { ...service.finding('f1'), asset: [] };
    let empty = true;
    service.setFaults((request) => {
      requests.push(request);
      return empty && request.method === 'GET' && request.path === '/api/scans/f1'
        ? { kind: 'body', body: JSON.stringify(shown) }
        : undefined;
    });
    await sync(desk, { pull: false });
    const { op, conflict } = await only(desk);
    expect(conflict?.reason).toBe('empty-asset');
    expect(service.ledger).toEqual([]);
    await desk.call('queue.resolve', { op, choice: { set: { asset: ['y'] } } });
    empty = false;
    const summary = await sync(desk, { pull: false });
    // The asset that is there by now is not the empty one the person saw: that is a change of another user.
    expect(summary.pushed.conflict + summary.pushed.applied).toBe(1);
    if (summary.pushed.applied === 1) expect(service.finding('f1')).toMatchObject({ asset: ['x', 'y'] });
  });
});

describe('resolving a conflict', () => {
  async function conflicted(): ReturnType<typeof bench> {
    return both({ title: 'Mine', severity: 'low' }, { title: 'Theirs' });
  }

  test('with mine sends mine against the version just seen', async () => {
    const { desk, service } = await conflicted();
    const { op } = await only(desk);
    expect(await desk.call('queue.resolve', { op, choice: 'mine' })).toMatchObject({
      op,
      state: 'queued',
      conflict: null,
    });
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ title: 'Mine', severity: 'low' });
    expect(await states(desk)).toEqual([]);
  });

  test('with theirs keeps their value and sends the rest', async () => {
    const { desk, service, requests } = await conflicted();
    const { op } = await only(desk);
    await desk.call('queue.resolve', { op, choice: 'theirs' });
    expect((await desk.call('finding.get', { id: 'f1' })).effective).toMatchObject({
      title: 'Theirs',
      severity: 'low',
    });
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ title: 'Theirs', severity: 'low' });
    expect(requests.filter(isUpdate)).toHaveLength(1);
    expect(await states(desk)).toEqual([]);
  });

  test('with theirs where nothing else was edited sends nothing and is done', async () => {
    const { desk, service } = await both({ title: 'Mine' }, { title: 'Theirs' });
    const { op } = await only(desk);
    await desk.call('queue.resolve', { op, choice: 'theirs' });
    await sync(desk);
    expect(service.ledger).toEqual([]);
    expect(await states(desk)).toEqual([]);
    expect((await row(desk, 'f1'))?.sync).toBe('synced');
  });

  test('with a value of its own sends that', async () => {
    const { desk, service } = await conflicted();
    const { op } = await only(desk);
    await desk.call('queue.resolve', { op, choice: { set: { title: 'Both' } } });
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ title: 'Both', severity: 'low' });
  });

  test('with a value that breaks a rule, or without one, is refused and changes nothing', async () => {
    const { desk } = await conflicted();
    const before = await only(desk);
    await expect(
      desk.call('queue.resolve', { op: before.op, choice: { set: { title: '' } } }),
    ).rejects.toMatchObject({ code: 'invalid' });
    await expect(
      desk.call('queue.resolve', { op: before.op, choice: { set: { severity: 'high' } } }),
    ).rejects.toMatchObject({ code: 'invalid' });
    expect(await only(desk)).toEqual(before);
  });

  test.each(['mine', { set: { title: 'Both' } }] as const)(
    'with %j is a conflict again when the service has moved on since',
    async (choice) => {
      const { desk, service } = await conflicted();
      const { op } = await only(desk);
      await desk.call('queue.resolve', { op, choice });
      service.edit('f1', { title: 'Theirs again' });
      await sync(desk);
      expect(await only(desk)).toMatchObject({
        state: 'conflict',
        conflict: { fields: { title: { base: 'Theirs', theirs: 'Theirs again' } } },
      });
      expect(service.ledger).toEqual([]);
    },
  );

  test('is refused for an operation that is in none', async () => {
    const { desk } = await bench();
    const { op } = await edit(desk, 'f1', { title: 'Mine' });
    await expect(desk.call('queue.resolve', { op, choice: 'mine' })).rejects.toMatchObject({
      code: 'wrong-state',
    });
    await expect(desk.call('queue.resolve', { op: 'nothing', choice: 'mine' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  test('of a finding that is gone: theirs drops the edit into the history', async () => {
    const made = await bench({ count: 30 });
    const { desk, service } = made;
    await edit(desk, 'f1', { title: 'Mine' });
    service.remove('f1');
    await sync(desk);
    const { op, conflict } = await only(desk);
    expect(conflict).toMatchObject({ reason: 'gone' });
    await desk.call('queue.resolve', { op, choice: 'theirs' });
    expect(await states(desk)).toEqual([]);
    const history = await desk.call('finding.history', { id: 'f1' });
    expect(JSON.stringify(history)).toContain('Mine');
    await sync(desk);
    expect(service.ledger).toEqual([]);
  });

  test('lets the edit behind it go on from what was resolved', async () => {
    const { desk, service } = await conflicted();
    await edit(desk, 'f1', { title: 'Mine, later', tags: ['later'] });
    expect(await states(desk)).toEqual(['update conflict', 'update blocked']);
    const [first] = await desk.call('queue.list');
    await desk.call('queue.resolve', { op: first?.op ?? '', choice: 'mine' });
    await sync(desk);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f1')).toMatchObject({ title: 'Mine, later', severity: 'low', tags: ['later'] });
  });
});

describe('discarding an operation', () => {
  test('with a later edit of the same field behind it leaves the later one, without a conflict nobody made', async () => {
    const made = await bench();
    const { desk, service } = made;
    const first = await edit(desk, 'f1', { title: 'First', severity: 'low' });
    spoil(made, isUpdate, { kind: 'status', status: 400, handled: false });
    await sync(desk);
    await edit(desk, 'f1', { title: 'Second' });
    expect(await states(desk)).toEqual(['update rejected', 'update blocked']);
    expect(await desk.call('queue.discard', { op: first.op })).toMatchObject({ state: 'discarded' });
    expect((await desk.call('finding.get', { id: 'f1' })).effective).toMatchObject({
      title: 'Second',
      severity: 'medium',
    });
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f1')).toMatchObject({ title: 'Second', severity: 'medium' });
  });

  test('with two later edits behind it keeps the base that the service had', async () => {
    const made = await bench();
    const { desk, service } = made;
    const first = await edit(desk, 'f1', { title: 'First' });
    spoil(made, isUpdate, { kind: 'status', status: 400, handled: false }, 2);
    await sync(desk);
    const second = await edit(desk, 'f1', { title: 'Second' });
    await desk.call('queue.discard', { op: first.op });
    await sync(desk);
    expect(await only(desk)).toMatchObject({ op: second.op, state: 'rejected' });
    await edit(desk, 'f1', { title: 'Third' });
    await desk.call('queue.discard', { op: second.op });
    service.edit('f1', { severity: 'critical' });
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f1')).toMatchObject({ title: 'Third', severity: 'critical' });
  });

  test('gives the finding back as the service has it, and keeps what was dropped in the history', async () => {
    const { desk, service } = await bench();
    const { op } = await edit(desk, 'f1', { title: 'Dropped' });
    await desk.call('queue.discard', { op });
    expect((await desk.call('finding.get', { id: 'f1' })).effective).toMatchObject({ title: 'Finding 1' });
    expect((await row(desk, 'f1'))?.sync).toBe('synced');
    const history = await desk.call('finding.history', { id: 'f1' });
    expect(history.map(({ what }) => what)).toContain('discarded');
    expect(JSON.stringify(history)).toContain('Dropped');
    await sync(desk);
    expect(service.ledger).toEqual([]);
    await expect(desk.call('queue.discard', { op })).rejects.toMatchObject({ code: 'wrong-state' });
  });

  test('of an unsent creation takes it and its edits out of the lists', async () => {
    const { desk, service } = await bench();
    const [operation] = await desk.call('finding.create', { project, records: [body({ title: 'New' })] });
    const id = operation?.findings[0] ?? '';
    await edit(desk, id, { severity: 'low' });
    expect(await states(desk)).toEqual(['create queued']);
    await desk.call('queue.discard', { op: operation?.op ?? '' });
    expect(await states(desk)).toEqual([]);
    expect((await desk.call('finding.list', { project })).rows).toHaveLength(4);
    await sync(desk);
    expect(service.ledger).toEqual([]);
  });
});

describe('edits of what was never sent', () => {
  test('join into one update that carries every field once', async () => {
    const { desk, service, requests } = await bench();
    const one = await edit(desk, 'f1', { title: 'One' });
    const two = await edit(desk, 'f1', { title: 'Two', severity: 'low' });
    expect(two.op).toBe(one.op);
    await sync(desk);
    expect(requests.filter(isUpdate).map(({ body: text }) => JSON.parse(text) as Json)).toEqual([
      { id: 'f1', title: 'Two', asset: ['app.harbour.test', 'api.harbour.test'], severity: 'low' },
    ]);
    expect(applied(service)).toHaveLength(1);
  });

  test('keep the base of the first touch: what somebody changed in between is still a conflict', async () => {
    const { desk, service } = await bench();
    await edit(desk, 'f1', { title: 'One' });
    service.edit('f1', { title: 'Theirs' });
    await sync(desk, { push: false });
    await edit(desk, 'f1', { title: 'Two' });
    await sync(desk);
    expect(await only(desk)).toMatchObject({
      state: 'conflict',
      conflict: { fields: { title: { base: 'Finding 1', mine: 'Two', theirs: 'Theirs' } } },
    });
  });

  test('join into the creation', async () => {
    const { desk, service } = await bench();
    const [operation] = await desk.call('finding.create', { project, records: [body({ title: 'New' })] });
    const id = operation?.findings[0] ?? '';
    const joined = await edit(desk, id, { title: 'New, edited' });
    expect(joined).toMatchObject({ op: operation?.op, kind: 'create' });
    await sync(desk);
    expect(applied(service).map(({ method }) => method)).toEqual(['PUT']);
    expect(service.findings(project).map((one) => one['title'])).toContain('New, edited');
  });

  test('never join across a send', async () => {
    const made = await bench();
    const { desk, requests } = made;
    const sent = await edit(desk, 'f1', { title: 'Sent' });
    spoil(made, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    const later = await edit(desk, 'f1', { title: 'Later' });
    expect(later.op).not.toBe(sent.op);
    expect(await states(desk)).toEqual(['update unknown', 'update blocked']);
    made.clock.pass(180_000);
    await sync(desk);
    await sync(desk);
    expect(
      requests.filter(isUpdate).map(({ body: text }) => (JSON.parse(text) as { title: string }).title),
    ).toEqual(['Sent', 'Sent', 'Later']);
    expect(made.service.finding('f1')).toMatchObject({ title: 'Later' });
  });
  test('never join what was sent and is queued again: it may have landed', async () => {
    const made = await bench();
    const { desk, service } = made;
    const sent = await edit(desk, 'f1', { title: 'Sent' });
    spoil(made, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    await desk.call('queue.retry', { op: sent.op });
    expect((await only(desk)).state).toBe('queued');
    service.edit('f1', { title: 'Sent' });
    const later = await edit(desk, 'f1', { title: 'Later' });
    expect(later.op).not.toBe(sent.op);
    await sync(desk);
    expect(await states(desk)).toEqual([]);
    expect(service.finding('f1')).toMatchObject({ title: 'Later' });
  });
});
