import { describe, expect, test } from 'vitest';
import type { ConflictCause, ConflictEntry } from '#contract/procedures/findings/conflict.ts';
import { bench, edit, isDetail, only, project, states, sync, type Bench } from '../support.ts';

/*
 * Resolving conflicts as the window does: listed by cause, opened with whole values, answered singly or all of one
 * cause over what the user saw, and undone.
 */

/** Findings that both sides gave another severity, and f1 also another title. */
async function torn(count: number): Promise<Bench> {
  const made = await bench({ count: count + 1 });
  for (let at = 1; at <= count; at += 1) {
    const id = `f${String(at)}`;
    await edit(made.desk, id, { severity: 'low', tags: ['session', 'web', 'mine'] });
    made.service.edit(id, { severity: 'critical' });
  }
  await sync(made.desk);
  return made;
}

async function causes({ desk }: Bench): Promise<readonly ConflictCause[]> {
  return desk.call('conflict.list');
}

async function entries(made: Bench): Promise<readonly ConflictEntry[]> {
  return (await causes(made)).flatMap(({ findings }) => findings);
}

const asked = ({ op, id, fingerprint }: ConflictEntry): { op: string; id: string; fingerprint: string } => ({
  op,
  id,
  fingerprint,
});
const effective = async ({ desk }: Bench, id: string): Promise<unknown> =>
  (await desk.call('finding.get', { id })).effective;

describe('the list of conflicts', () => {
  test('groups by cause: the same fields with the same two values are one question', async () => {
    const made = await bench({ count: 6 });
    const { desk, service } = made;
    for (const id of ['f1', 'f2', 'f3']) {
      await edit(desk, id, { severity: 'low' });
      service.edit(id, { severity: id === 'f3' ? 'high' : 'critical' });
    }
    await edit(desk, 'f4', { title: 'Mine', description: 'Mine.' });
    service.edit('f4', { description: 'Theirs.' });
    await desk.call('finding.delete', { ids: ['f5'] });
    service.edit('f5', { severity: 'critical' });
    await sync(desk);
    const told = (await causes(made)).map(({ kind, reason, fields, values, answers, findings }) => ({
      kind,
      reason,
      fields,
      values,
      answers: Object.entries(answers).flatMap(([name, given]) => (given ? [name] : [])),
      ids: findings.map(({ id }) => id),
    }));
    expect(told).toEqual([
      {
        kind: 'update',
        reason: 'fields',
        fields: ['severity'],
        values: [{ field: 'severity', mine: 'low', theirs: 'critical' }],
        answers: ['mine', 'theirs', 'own'],
        ids: ['f1', 'f2'],
      },
      {
        kind: 'update',
        reason: 'fields',
        fields: ['severity'],
        values: [{ field: 'severity', mine: 'low', theirs: 'high' }],
        answers: ['mine', 'theirs', 'own'],
        ids: ['f3'],
      },
      {
        kind: 'update',
        reason: 'fields',
        fields: ['description'],
        values: [],
        answers: ['mine', 'theirs', 'own'],
        ids: ['f4'],
      },
      {
        kind: 'delete',
        reason: 'outdated',
        fields: ['severity'],
        values: [{ field: 'severity', theirs: 'critical' }],
        answers: ['mine', 'theirs'],
        ids: ['f5'],
      },
    ]);
    expect(await desk.call('conflict.list', { project: 'another' })).toEqual([]);
  });
});

describe('an opened conflict', () => {
  test('has each side whole, absent told from empty, and what the edit carries besides', async () => {
    const made = await bench();
    const { desk, service } = made;
    await edit(desk, 'f1', { cwe: 'https://cwe.test/1', observation: 'Mine.', title: 'Mine' });
    service.edit('f1', { cwe: 'https://cwe.test/2', observation: '' });
    await sync(desk);
    const [entry] = await entries(made);
    const view = await desk.call('conflict.open', { op: entry?.op, id: 'f1' });
    expect(view).toMatchObject({
      id: 'f1',
      title: 'Mine',
      severity: 'medium',
      asset: ['app.harbour.test', 'api.harbour.test'],
      fields: [{ field: 'cwe', mine: 'https://cwe.test/1', theirs: 'https://cwe.test/2' }],
      carries: [
        { field: 'title', value: 'Mine' },
        { field: 'observation', value: 'Mine.' },
      ],
      fingerprint: entry?.fingerprint,
      behind: 0,
    });
    expect(Object.keys(view.fields[0] ?? {})).not.toContain('base');
  });

  test('of a deletion shows what moved on, also what no field of the interface names', async () => {
    const made = await bench();
    const { desk, service } = made;
    await desk.call('finding.delete', { ids: ['f1'] });
    service.edit('f1', { title: 'Theirs', tracker: 'HARB-7' });
    await sync(desk);
    const [entry] = await entries(made);
    expect(await desk.call('conflict.open', { op: entry?.op, id: 'f1' })).toMatchObject({
      reason: 'outdated',
      fields: [{ field: 'title', base: 'Finding 1', theirs: 'Theirs' }],
      moved: expect.arrayContaining([{ name: 'tracker', now: 'HARB-7' }]),
      answers: { mine: true, theirs: true, own: false },
    });
  });

  test('shows what the service has by now, and is resolved over that', async () => {
    const made = await torn(1);
    const { desk, service } = made;
    service.edit('f1', { severity: 'info' });
    await sync(desk);
    const [entry] = await entries(made);
    const view = await desk.call('conflict.open', { op: entry?.op, id: 'f1' });
    await desk.call('queue.resolve', {
      op: entry?.op,
      finding: 'f1',
      fingerprint: view.fingerprint,
      choice: 'mine',
    });
    await sync(desk);
    expect([view.fields, service.finding('f1')?.['severity'], await states(desk)]).toEqual([
      [{ field: 'severity', base: 'medium', mine: 'low', theirs: 'info' }],
      'low',
      [],
    ]);
  });

  test('takes no answer over what the person has not seen: outdated, and nothing is resolved', async () => {
    const made = await torn(1);
    const { desk, service } = made;
    const [entry] = await entries(made);
    service.edit('f1', { severity: 'info' });
    await sync(desk);
    await expect(
      desk.call('queue.resolve', {
        op: entry?.op,
        finding: 'f1',
        fingerprint: entry?.fingerprint,
        choice: 'theirs',
      }),
    ).rejects.toMatchObject({ code: 'outdated' });
    expect(await only(desk)).toMatchObject({ state: 'conflict' });
  });

  test('is nothing to decide any more once it was resolved elsewhere', async () => {
    const made = await torn(1);
    const [entry] = await entries(made);
    await made.desk.call('queue.resolve', { op: entry?.op, choice: 'theirs' });
    await expect(made.desk.call('conflict.open', { op: entry?.op, id: 'f1' })).rejects.toMatchObject({
      code: 'wrong-state',
    });
  });
});

describe('field by field', () => {
  test('one value of mine, one of theirs, one of neither', async () => {
    const made = await bench();
    const { desk, service } = made;
    await edit(desk, 'f1', { title: 'Mine', severity: 'low', description: 'Mine.' });
    service.edit('f1', { title: 'Theirs', severity: 'critical', description: 'Theirs.' });
    await sync(desk);
    const [entry] = await entries(made);
    const choice = { set: { title: 'Mine', description: 'Both.' }, leave: ['severity'] };
    await desk.call('queue.resolve', {
      op: entry?.op,
      finding: 'f1',
      fingerprint: entry?.fingerprint,
      choice,
    });
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({
      title: 'Mine',
      severity: 'critical',
      description: 'Both.',
    });
    expect(await states(desk)).toEqual([]);
  });

  test('a field that got no answer is named, and nothing is resolved', async () => {
    const made = await bench();
    const { desk, service } = made;
    await edit(desk, 'f1', { title: 'Mine', severity: 'low' });
    service.edit('f1', { title: 'Theirs', severity: 'critical' });
    await sync(desk);
    const { op } = await only(desk);
    await expect(
      desk.call('queue.resolve', { op, choice: { set: {}, leave: ['severity'] } }),
    ).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining('given for title') });
    expect(await only(desk)).toMatchObject({ state: 'conflict' });
  });
});

describe('an edit of which nothing is left', () => {
  /** Severity and description of f1 in conflict, and nothing else in the edit. */
  async function contested(): Promise<Bench & { readonly entry: ConflictEntry }> {
    const made = await bench();
    await edit(made.desk, 'f1', { severity: 'low', description: 'Mine.' });
    made.service.edit('f1', { severity: 'critical', description: 'Theirs.' });
    await sync(made.desk);
    const [entry] = await entries(made);
    if (entry === undefined) throw new Error('no conflict came up');
    return { ...made, entry };
  }

  const allTheirs = ['theirs', { set: {}, leave: ['severity', 'description'] }] as const;

  test.each(allTheirs)(
    'by %j leaves the queue at once, and the next sync asks and sends nothing for it',
    async (choice) => {
      const made = await contested();
      const { desk, service, requests, entry } = made;
      const { op, fingerprint } = entry;
      const answer = await desk.call('queue.resolve', { op, finding: 'f1', fingerprint, choice });
      expect([answer.state, await states(desk), await effective(made, 'f1')]).toEqual([
        'discarded',
        [],
        expect.objectContaining({ severity: 'critical', description: 'Theirs.' }),
      ]);
      const before = requests.length;
      await sync(desk, { pull: false });
      expect([requests.slice(before).filter(isDetail('f1')), service.ledger]).toEqual([[], []]);
      const last = (await desk.call('finding.history', { id: 'f1' })).at(-1);
      expect([last?.what, last?.detail]).toEqual([
        'resolved',
        {
          choice: choice === 'theirs' ? 'theirs' : 'set',
          fields: {
            severity: { was: 'low', now: 'critical' },
            description: { was: 'Mine.', now: 'Theirs.' },
          },
        },
      ]);
    },
  );

  test.each(['at once', 'after a restart and a sync'])(
    'comes back with the undo of its resolution %s, and is sent if that is resolved anew',
    async (when) => {
      const made = await contested();
      const { desk, service, entry } = made;
      const { op } = entry;
      const before = [await only(desk), await effective(made, 'f1')];
      await desk.call('queue.resolve', { op, choice: 'theirs' });
      if (when !== 'at once') {
        desk.restart();
        await sync(desk);
      }
      expect(await desk.call('conflict.settled', {})).toMatchObject({ op, id: 'f1' });
      expect(await desk.call('conflict.undo', { items: [{ op, id: 'f1' }] })).toMatchObject({ kept: [] });
      expect([await only(desk), await effective(made, 'f1')]).toEqual(before);
      await desk.call('queue.resolve', { op, choice: 'mine' });
      await sync(desk);
      expect(service.finding('f1')).toMatchObject({ severity: 'low', description: 'Mine.' });
      expect(await states(desk)).toEqual([]);
    },
  );

  test('does not come back once a later edit of the finding was sent', async () => {
    const made = await contested();
    const { desk, entry } = made;
    const { op } = entry;
    await desk.call('queue.resolve', { op, choice: 'theirs' });
    await edit(desk, 'f1', { severity: 'info' });
    await sync(desk);
    expect([
      await desk.call('conflict.settled', {}),
      await desk.call('conflict.undo', { items: [{ op, id: 'f1' }] }),
      await states(desk),
    ]).toMatchObject([null, { done: [], kept: [{ id: 'f1' }] }, []]);
  });

  test('lets what waits behind it go with the next sync', async () => {
    const made = await contested();
    const { desk, service, entry } = made;
    await edit(desk, 'f1', { title: 'Behind' });
    await desk.call('queue.resolve', { op: entry.op, choice: 'theirs' });
    expect(await states(desk)).toEqual(['update queued']);
    await sync(desk);
    expect(service.finding('f1')).toMatchObject({ title: 'Behind', severity: 'critical' });
  });
});

describe('a change of status over many findings', () => {
  test('is resolved finding by finding', async () => {
    const made = await bench();
    const { desk, service } = made;
    await desk.call('finding.setStatus', { status: 'closed', selection: { ids: ['f1', 'f2', 'f3'] } });
    for (const id of ['f1', 'f2']) service.edit(id, { status: 'risk_accepted' });
    await sync(desk);
    const [cause] = await causes(made);
    const op = cause?.findings[0]?.op ?? '';
    await desk.call('queue.resolve', { op, finding: 'f1', choice: 'mine' });
    await desk.call('queue.resolve', { op, finding: 'f2', choice: 'theirs' });
    await sync(desk);
    expect(['f1', 'f2', 'f3'].map((id) => service.finding(id)?.['status'])).toEqual([
      'closed',
      'risk_accepted',
      'closed',
    ]);
    expect(await states(desk)).toEqual([]);
  });
});

describe('one answer for all of a cause', () => {
  test('settles 40 findings, tells how far it is, and each is at the service after the next sync', async () => {
    const made = await torn(40);
    const { desk, service } = made;
    const told: unknown[] = [];
    const [cause] = await causes(made);
    const items = (cause?.findings ?? []).map(asked);
    const outcome = await desk.call(
      'conflict.settle',
      { choice: 'mine', items },
      { progress: (event) => told.push(event) },
    );
    await sync(desk);
    const severities = new Set(service.findings(project).map((finding) => finding['severity']));
    expect([outcome.done.length, outcome.kept, told, [...severities].sort(), await states(desk)]).toEqual([
      40,
      [],
      [
        { kind: 'answers', done: 25, total: 40 },
        { kind: 'answers', done: 40, total: 40 },
      ],
      ['low', 'medium'],
      [],
    ]);
  });

  test('leaves alone what has moved on since it was shown, and says so', async () => {
    const made = await torn(3);
    const { desk, service } = made;
    const before = await entries(made);
    service.edit('f2', { severity: 'info' });
    await sync(desk);
    await desk.call('queue.resolve', { op: before[2]?.op, choice: 'theirs' });
    const outcome = await desk.call('conflict.settle', { choice: 'theirs', items: before.map(asked) });
    expect(outcome).toEqual({
      done: [{ op: before[0]?.op, id: 'f1' }],
      kept: [
        { op: before[1]?.op, id: 'f2', why: expect.stringContaining('has changed since you looked') },
        { op: before[2]?.op, id: 'f3', why: 'it was resolved elsewhere' },
      ],
    });
  });
});

describe('undoing an answer', () => {
  const undo = async (made: Bench, items: readonly Pick<ConflictEntry, 'op' | 'id'>[]): Promise<unknown> =>
    made.desk.call('conflict.undo', { items: items.map(({ op, id }) => ({ op, id })) });

  test.each(['mine', 'theirs', { set: { severity: 'info' } }] as const)(
    'of %j opens the same question again, to be answered otherwise',
    async (choice) => {
      const made = await torn(1);
      const { desk, service } = made;
      const [entry] = await entries(made);
      if (entry === undefined) throw new Error('no conflict came up');
      const before = [await only(desk), await effective(made, 'f1')];
      await desk.call('queue.resolve', {
        op: entry.op,
        finding: 'f1',
        fingerprint: entry.fingerprint,
        choice,
      });
      expect(await undo(made, [entry])).toEqual({ done: [{ op: entry.op, id: 'f1' }], kept: [] });
      expect([await only(desk), await effective(made, 'f1')]).toEqual(before);
      await sync(desk);
      await desk.call('queue.resolve', { op: entry.op, choice: 'mine' });
      await sync(desk);
      expect([service.finding('f1')?.['severity'], await states(desk)]).toEqual(['low', []]);
    },
  );

  test('brings a dropped deletion back, and the bases that edits behind an edit stood on', async () => {
    const made = await torn(2);
    const { desk, service } = made;
    await edit(desk, 'f1', { severity: 'info' });
    await desk.call('finding.delete', { ids: ['f3'] });
    service.edit('f3', { title: 'Theirs' });
    await sync(desk);
    const before = await desk.call('queue.list');
    const all = await entries(made);
    for (const { op, id } of all) await desk.call('queue.resolve', { op, finding: id, choice: 'theirs' });
    await undo(made, all);
    expect(await desk.call('queue.list')).toEqual(before);
    for (const { op } of all) await desk.call('queue.resolve', { op, choice: 'mine' });
    await sync(desk);
    await sync(desk);
    expect([service.finding('f1')?.['severity'], service.finding('f3'), await states(desk)]).toEqual([
      'info',
      undefined,
      [],
    ]);
  });

  test('of many at once works for all of them', async () => {
    const made = await torn(40);
    const all = await entries(made);
    await made.desk.call('conflict.settle', { choice: 'theirs', items: all.map(asked) });
    await undo(made, all);
    expect((await causes(made)).map(({ findings }) => findings.length)).toEqual([40]);
  });

  test('is refused once it was sent, edited behind or answered anew', async () => {
    const made = await torn(3);
    const { desk } = made;
    const all = await entries(made);
    const [sent, edited, again] = all;
    await desk.call('queue.resolve', { op: sent?.op, choice: 'mine' });
    await sync(desk);
    await desk.call('queue.resolve', { op: edited?.op, choice: 'theirs' });
    await edit(desk, 'f2', { title: 'Typed since' });
    await desk.call('queue.resolve', { op: again?.op, choice: 'mine' });
    await desk.call('queue.discard', { op: again?.op });
    const refused = await undo(
      made,
      [sent, edited, again].flatMap((one) => one ?? []),
    );
    expect([refused, await desk.call('conflict.settled', {})]).toMatchObject([
      { done: [], kept: [{ id: 'f3' }, { id: 'f2' }, { id: 'f1' }] },
      null,
    ]);
  });

  test('is there after a restart, the newest first, and once', async () => {
    const made = await torn(2);
    const { desk } = made;
    const before = await desk.call('queue.list');
    for (const { op } of await entries(made)) await desk.call('queue.resolve', { op, choice: 'theirs' });
    desk.restart();
    const taken: unknown[] = [];
    for (let last = await desk.call('conflict.settled', {}); last !== null;) {
      taken.push([last.id, last.title, await undo(made, [last])]);
      last = await desk.call('conflict.settled', {});
    }
    const [first, second] = before;
    expect(taken).toEqual([
      ['f2', 'Finding 2', { done: [{ op: second?.op, id: 'f2' }], kept: [] }],
      ['f1', 'Finding 1', { done: [{ op: first?.op, id: 'f1' }], kept: [] }],
    ]);
    expect(await desk.call('queue.list')).toEqual(before);
  });

  test('is refused where the finding was edited anew since: that edit stands on what was resolved', async () => {
    const made = await bench();
    const { desk, service } = made;
    await desk.call('finding.delete', { ids: ['f1'] });
    service.edit('f1', { title: 'Theirs' });
    await sync(desk);
    const all = await entries(made);
    await desk.call('queue.resolve', { op: all[0]?.op, choice: 'theirs' });
    await edit(desk, 'f1', { severity: 'low' });
    expect([await undo(made, all), await states(desk)]).toMatchObject([
      { done: [], kept: [{ id: 'f1' }] },
      ['update queued'],
    ]);
  });

  test('sends nothing when it meets a replay that has already begun', async () => {
    const made = await torn(1);
    const { desk, service } = made;
    const [entry] = await entries(made);
    if (entry === undefined) throw new Error('no conflict came up');
    await desk.call('queue.resolve', { op: entry.op, choice: 'mine' });
    // Taken back while the read before the write is under way.
    const taken: Promise<unknown>[] = [];
    service.setFaults((request) => {
      if (isDetail('f1')(request) && taken.length === 0) taken.push(undo(made, [entry]));
      return undefined;
    });
    await sync(desk, { pull: false });
    expect([await Promise.all(taken), service.ledger, await states(desk)]).toEqual([
      [{ done: [{ op: entry.op, id: 'f1' }], kept: [] }],
      [],
      ['update conflict'],
    ]);
  });
});

test('the history tells what a decision changed, with the whole values, and that it was undone', async () => {
  const made = await torn(1);
  const { desk } = made;
  const [entry] = await entries(made);
  await desk.call('queue.resolve', { op: entry?.op, choice: 'theirs' });
  await desk.call('conflict.undo', { items: [{ op: entry?.op, id: 'f1' }] });
  const told = (await desk.call('finding.history', { id: 'f1' }))
    .slice(-2)
    .map(({ what, detail }) => ({ what, detail }));
  expect(told).toEqual([
    { what: 'resolved', detail: { choice: 'theirs', fields: { severity: { was: 'low', now: 'critical' } } } },
    { what: 'reopened', detail: { fields: { severity: { was: 'critical', now: 'low' } } } },
  ]);
});
