import { describe, expect, it, test } from 'vitest';
import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { ReplaceField } from '#contract/finding/finding.ts';
import {
  applied,
  bench,
  body,
  create,
  edit,
  isUpdate,
  project,
  spoil,
  sync,
  type Bench,
} from '../../engine/support.ts';
import {
  chosen,
  fieldOf,
  leftOut,
  newest,
  preview,
  results,
  rowsOf,
  run,
  states,
  tally,
  type Asked,
} from './support.ts';

/**
 * Findings of every standing: `plain` and `other`, `high`, `one` with one asset, a candidate, one that is gone, one that
 * is to be deleted, one made here.
 */
async function mixed(): Promise<Bench & { readonly made: string; readonly rows: string }> {
  const seed = (id: string, over = {}): { id: string; body: ReturnType<typeof body> } => ({
    id,
    body: body({ title: id, status: 'open', ...over }),
  });
  const all = await bench({
    seeds: [
      {
        project,
        findings: [
          ...[
            seed('plain'),
            seed('other', { severity: 'low', description: 'Second opinion: second to none.' }),
          ],
          ...[seed('high', { severity: 'high', status: 'closed', tags: ['web', 'old'] })],
          ...[seed('one', { asset: ['api.harbour.test'], tags: [], description: '' })],
          { ...seed('candidate'), candidate: 'public' as const },
          ...[seed('gone'), seed('doomed'), ...Array.from({ length: 20 }, (_, at) => seed(`z${String(at)}`))],
        ],
      },
    ],
  });
  const { desk, service } = all;
  const operation = await create(desk, body({ title: 'made' }));
  await desk.call('finding.delete', { ids: ['doomed'] });
  const [made = ''] = operation.findings;
  const rows = await chosen(desk, ['plain', 'other', 'high', 'one', 'candidate', 'gone', 'doomed', made]);
  service.remove('gone');
  await desk.call('sync.run', { push: false });
  return { ...all, made, rows };
}

const actions: readonly { readonly action: Asked; readonly left: Record<string, readonly string[]> }[] = [
  {
    action: { kind: 'status', status: 'closed' },
    left: {
      already: ['high'],
      candidate: ['candidate'],
      gone: ['gone'],
      deletion: ['doomed'],
      'not-sent': ['made'],
    },
  },
  { action: { kind: 'delete' }, left: { gone: ['gone'], already: ['doomed'] } },
  {
    action: { kind: 'severity', severity: 'high' },
    left: { already: ['high'], gone: ['gone'], deletion: ['doomed'] },
  },
  {
    action: { kind: 'tags', add: ['web', 'retest'], remove: ['old', 'never'] },
    left: { gone: ['gone'], deletion: ['doomed'] },
  },
  {
    action: { kind: 'tags', add: [], remove: ['old'] },
    left: {
      already: ['candidate', 'made', 'one', 'other', 'plain'],
      gone: ['gone'],
      deletion: ['doomed'],
    },
  },
  {
    action: { kind: 'asset', add: [], remove: ['api.harbour.test'] },
    left: { rule: ['one'], gone: ['gone'], deletion: ['doomed'] },
  },
  {
    action: { kind: 'replace', find: 'second', with: 'Next', fields: ['description', 'title'] },
    left: { 'no-hit': ['one'], gone: ['gone'], deletion: ['doomed'] },
  },
  {
    action: { kind: 'replace', find: 'plain', with: ' ', fields: ['title'], wholeWord: true },
    left: {
      rule: ['plain'],
      'no-hit': ['candidate', 'high', 'made', 'one', 'other'],
      gone: ['gone'],
      deletion: ['doomed'],
    },
  },
];

/** A busy machine: each look at the clock finds it later, so that few findings are done in one transaction. */
function tick({ clock }: Pick<Bench, 'clock'>): void {
  const awake = clock.awakeMs.bind(clock);
  clock.awakeMs = () => {
    clock.pass(1);
    return awake();
  };
}

describe('what a preview shows is what is done', () => {
  test.each(actions)('$action', async ({ action, left }) => {
    const { desk, rows, made } = await mixed();
    const asMade = (id: string): string => (id === made ? 'made' : id);
    const shown = await preview(desk, rows, action);
    const summary = await run(desk, rows, action);
    const done = await results(desk, summary.bulk);
    const byReason = Object.entries(leftOut(shown)).map(([reason, ids]) => [reason, ids.map(asMade).sort()]);
    expect(Object.fromEntries(byReason)).toEqual(left);
    const notDone = done.filter(({ state }) => state === 'left-out');
    expect(notDone.map(({ id, reason }) => `${reason ?? ''} ${asMade(id)}`).sort()).toEqual(
      Object.entries(left)
        .flatMap(([reason, ids]) => ids.map((id) => `${reason} ${id}`))
        .sort(),
    );
    expect(shown.total).toBe(done.length - notDone.length);
    expect(shown.severities.reduce((sum, { count }) => sum + count, 0)).toBe(shown.total);
    expect(summary.undoable).toBe(shown.total);
  });
});

it('counts by severity, by the value before and by requests', async () => {
  const { desk, rows } = await mixed();
  const { selected, total, severities, before, requests } = await preview(desk, rows, {
    kind: 'severity',
    severity: 'critical',
  });
  expect({ selected, total, severities, before, requests }).toEqual({
    selected: 8,
    total: 6,
    severities: [
      { severity: 'high', count: 1 },
      { severity: 'medium', count: 4 },
      { severity: 'low', count: 1 },
    ],
    before: [
      { value: 'medium', count: 4 },
      { value: 'low', count: 1 },
      { value: 'high', count: 1 },
    ],
    requests: { writes: 6, reads: 12 },
  });
  expect(await preview(desk, rows, { kind: 'delete' })).toMatchObject({
    total: 6,
    drops: { changes: 0, unsent: 1 },
    requests: { writes: 1, reads: 10 },
  });
});

it('is one operation for a status or a deletion, and one update each for an edit', async () => {
  const { desk } = await bench({ count: 4 });
  const rows = await chosen(desk);
  await run(desk, rows, { kind: 'tags', add: ['retest'], remove: [] });
  await run(desk, rows, { kind: 'status', status: 'closed' });
  const queue = await desk.call('queue.list');
  expect(queue.map(({ kind, findings }) => [kind, findings.length])).toEqual([
    ...Array.from({ length: 4 }, () => ['update', 1]),
    ['bulk-status', 4],
  ]);
});

it('tells of each finding what became of it at the service', async () => {
  // One of five: a quarter missing at once would hold the engagement instead.
  const { desk, service } = await bench({ count: 5 });
  const { bulk } = await run(desk, await chosen(desk), { kind: 'severity', severity: 'critical' });
  service.edit('f2', { severity: 'low' });
  service.remove('f3');
  await sync(desk);
  expect([await states(desk, bulk), await desk.call('bulk.list', { project })]).toMatchObject([
    { f1: 'done', f2: 'conflict', f3: 'conflict', f4: 'done', f5: 'done' },
    [{ bulk, undoable: 2, running: false }],
  ]);
  expect(applied(service)).toHaveLength(3);
  const failed = await desk.call('bulk.results', { bulk, states: ['conflict', 'rejected', 'unknown'] });
  expect(failed.rows.map(({ id }) => id)).toEqual(['f2', 'f3']);
});

it('says of a finding that no sync will send it while an earlier change of it is refused', async () => {
  const made = await bench({ count: 3 });
  const { desk } = made;
  await edit(desk, 'f1', { title: 'Refused' });
  spoil(made, isUpdate, { kind: 'status', status: 403, handled: false, body: '{"error":"Not you."}' });
  await sync(desk);
  // Of f2 an earlier change waits too, but goes with the same sync.
  await desk.call('finding.setStatus', { selection: { ids: ['f1', 'f2'] }, status: 'closed' });
  const { bulk, ...summary } = await run(desk, await chosen(desk), { kind: 'severity', severity: 'low' });
  expect([tally({ bulk, ...summary }), summary.undoable]).toEqual([{ behind: 1, queued: 2 }, 3]);
  await sync(desk);
  const [refused] = (await desk.call('queue.list', {})).filter(({ state }) => state === 'rejected');
  const held = await desk.call('bulk.results', { bulk, states: ['behind'] });
  expect([await states(desk, bulk), held.rows.map(({ id }) => id)]).toEqual([
    { f1: 'behind', f2: 'done', f3: 'done' },
    ['f1'],
  ]);
  await desk.call('queue.retry', { op: refused?.op ?? '' });
  expect(await states(desk, bulk)).toMatchObject({ f1: 'queued' });
});

it('shows first what needs the person and last what was left out, page by page', async () => {
  const { desk, service } = await bench({ count: 5 });
  await edit(desk, 'f1', { severity: 'critical' });
  await edit(desk, 'f3', { severity: 'critical' });
  const { bulk } = await run(desk, await chosen(desk), { kind: 'severity', severity: 'critical' });
  service.edit('f4', { severity: 'low' });
  await sync(desk);
  const pages: string[][] = [];
  for (let from: number | null = 0; from !== null;) {
    const page: ProcedureAnswers['bulk.results'] = await desk.call('bulk.results', { bulk, from, limit: 2 });
    pages.push(page.rows.map(({ id, state }) => `${id} ${state}`));
    from = page.next;
  }
  expect(pages).toEqual([['f4 conflict', 'f2 done'], ['f5 done', 'f1 left-out'], ['f3 left-out']]);
});

it('leaves out what is another one than the preview showed, and only where that touches the action', async () => {
  const { desk } = await bench({ count: 3 });
  const rows = await chosen(desk);
  const action = { kind: 'replace', find: 'second', with: '2nd', fields: ['description'] } as const;
  const { fingerprints } = await preview(desk, rows, action);
  await edit(desk, 'f1', { description: 'Second, second.' });
  await edit(desk, 'f2', { severity: 'low' });
  const { bulk } = await desk.call('bulk.run', {
    bulk: crypto.randomUUID(),
    project,
    rows,
    fingerprints,
    action,
  });
  expect((await results(desk, bulk)).map(({ id, state, reason }) => [id, state, reason])).toEqual([
    ['f2', 'queued', null],
    ['f3', 'queued', null],
    ['f1', 'left-out', 'changed'],
  ]);
});

it('is done once, however often the same call is made', async () => {
  const { desk } = await bench({ count: 2 });
  const rows = await chosen(desk);
  const action = { kind: 'replace', find: 'line', with: 'line line', fields: ['description'] } as const;
  const { fingerprints } = await preview(desk, rows, action);
  const ask = { bulk: crypto.randomUUID(), project, rows, fingerprints, action };
  await desk.call('bulk.run', ask);
  const before = await fieldOf(desk, 'description', ['f1', 'f2']);
  expect(tally(await desk.call('bulk.run', ask))).toEqual({ queued: 2 });
  expect(await fieldOf(desk, 'description', ['f1', 'f2'])).toEqual(before);
});

it('waits behind what a person edits while it is carried out', async () => {
  const all = await bench({ count: 60 });
  const { desk } = all;
  tick(all);
  const rows = await chosen(desk);
  const action = { kind: 'status', status: 'closed' } as const;
  const { fingerprints } = await preview(desk, rows, action);
  const ids = [...(await rowsOf(desk)).keys()];
  const edits: Promise<unknown>[] = [];
  const progress = (event: ProgressEvent): void => {
    if (event.kind !== 'bulk' || event.done === 0 || edits.length > 0) return;
    edits.push(edit(desk, ids.at(-1) ?? '', { title: 'Typed meanwhile' }));
  };
  await desk.call(
    'bulk.run',
    { bulk: crypto.randomUUID(), project, rows, fingerprints, action },
    { progress },
  );
  await Promise.all(edits);
  const queue = await desk.call('queue.list');
  expect(queue.map(({ kind, findings }) => [kind, findings.length])).toEqual([
    ['bulk-status', 59],
    ['update', 1],
    ['bulk-status', 1],
  ]);
});

describe('find and replace', () => {
  it('shows each hit with what stands around it, page by page', async () => {
    const { desk } = await bench({ count: 25 });
    const rows = await chosen(desk);
    const action = { kind: 'replace', find: 'LINE', with: 'row', fields: ['description'] } as const;
    const first = await desk.call('bulk.hits', { project, rows, action, from: 0 });
    const second = await desk.call('bulk.hits', { project, rows, action, from: first.next });
    expect([first.findings.length, first.next, second.findings.length, second.next]).toEqual([
      20,
      20,
      5,
      null,
    ]);
    expect(first.findings[0]).toMatchObject({
      id: 'f1',
      title: 'Finding 1',
      fields: [{ field: 'description', found: 5 }],
    });
    expect(first.findings[0]?.fields[0]?.hits[1]).toEqual({
      hit: 1,
      part: null,
      why: null,
      before: 'First line. Second ',
      match: 'line',
      after: '. Third line. Fourth line. Fifth line.',
      markup: false,
    });
  });

  it('changes every hit but those that the person took out', async () => {
    const { desk } = await bench({ count: 2 });
    const rows = await chosen(desk);
    const [row] = [...new Uint32Array(Uint8Array.from(Buffer.from(rows, 'base64')).buffer)];
    const all: Asked = { kind: 'replace', find: 'line', with: '$&', fields: ['description'] };
    const { findings } = await desk.call('bulk.hits', { project, rows, action: all, from: 0 });
    const { fingerprint } = findings[0]?.fields[0] ?? {};
    const action: Asked = {
      ...all,
      except: [{ row, field: 'description', stamp: fingerprint, hits: [0, 3] }],
    };
    expect((await preview(desk, rows, action)).hits).toMatchObject({ replaced: 8, found: 10 });
    await run(desk, rows, action);
    expect(await fieldOf(desk, 'description', ['f1', 'f2'])).toEqual([
      'First line.\nSecond $&.\nThird $&.\nFourth line.\nFifth $&.',
      'First $&.\nSecond $&.\nThird $&.\nFourth $&.\nFifth $&.',
    ]);
  });
});

describe('find and replace in lists and exchanges', () => {
  const texts = {
    asset: ['old.harbour.test', 'old'],
    references: ['https://old.test/a', 'https://old.test/b'],
    requests: [{ request: 'GET / HTTP/1.1\nHost: old', response: 'old, old', sentAt: 'old' }],
  };

  it('shows where each hit stands, keeps what a rule forbids and says why, and puts all of it back', async () => {
    const { desk } = await bench({ count: 1 });
    await edit(desk, 'f1', texts);
    const rows = await chosen(desk);
    const action: Asked = {
      kind: 'replace',
      find: 'old',
      with: '',
      wholeWord: true,
      fields: ['asset', 'references', 'requests'],
    };
    const { findings } = await desk.call('bulk.hits', { project, rows, action, from: 0 });
    const rule = 'asset: an entry must be a text that is not empty.';
    expect(
      findings[0]?.fields.map(({ field, hits }) => [
        field,
        hits.map(({ hit, part, why }) => [hit, part?.kind, part?.at, why]),
      ]),
    ).toEqual([
      [
        'requests',
        [
          [0, 'request', 0, null],
          [1, 'response', 0, null],
          [2, 'response', 0, null],
        ],
      ],
      [
        'references',
        [
          [0, 'entry', 0, null],
          [1, 'entry', 1, null],
        ],
      ],
      [
        'asset',
        [
          [0, 'entry', 0, null],
          [1, 'entry', 1, rule],
        ],
      ],
    ]);
    const row = findings[0]?.row ?? 0;
    const fingerprint = findings[0]?.fields[0]?.fingerprint ?? 0;
    const chosenOnly = { ...action, except: [{ row, field: 'requests', stamp: fingerprint, hits: [1] }] };
    expect((await preview(desk, rows, chosenOnly)).hits).toMatchObject({
      replaced: 5,
      found: 7,
      broken: [{ message: rule, count: 1 }],
    });
    const { bulk } = await run(desk, rows, chosenOnly);
    const now = async (): Promise<unknown[]> =>
      Promise.all(Object.keys(texts).map(async (field) => (await fieldOf(desk, field, ['f1']))[0]));
    expect(await now()).toEqual([
      ['.harbour.test', 'old'],
      ['https://.test/a', 'https://.test/b'],
      [{ request: 'GET / HTTP/1.1\nHost: ', response: 'old, ', sentAt: 'old' }],
    ]);
    await desk.call('bulk.undo', { bulk });
    expect(await now()).toEqual(Object.values(texts));
  });

  it('counts the hits of the texts that were not asked for, also of a finding that is left out for having no other', async () => {
    const { desk } = await bench({ count: 2 });
    await edit(desk, 'f1', texts);
    await edit(desk, 'f2', { title: 'An old title', description: 'nothing here' });
    const rows = await chosen(desk);
    const of = async (fields: readonly ReplaceField[]) =>
      (await preview(desk, rows, { kind: 'replace', find: 'old', with: 'new', wholeWord: true, fields }))
        .hits;
    expect([await of(['requests']), await of(['title', 'asset', 'references', 'requests'])]).toMatchObject([
      {
        found: 3,
        elsewhere: [
          { field: 'references', count: 2 },
          { field: 'asset', count: 2 },
          { field: 'title', count: 1 },
        ],
      },
      { found: 8, elsewhere: [] },
    ]);
  });

  it('leaves a finding out of which every hit would break a rule, and shows it all the same', async () => {
    const { desk } = await bench({ count: 1 });
    await edit(desk, 'f1', texts);
    const rows = await chosen(desk);
    const action: Asked = { kind: 'replace', find: 'https', with: 'file', fields: ['references'] };
    const { findings } = await desk.call('bulk.hits', { project, rows, action, from: 0 });
    expect(findings[0]?.fields[0]?.hits).toHaveLength(2);
    const { leftOut: left } = await preview(desk, rows, action);
    expect(left.map(({ reason, message, count }) => [reason, message, count])).toEqual([
      ['rule', 'references: an entry must be an http or https URL.', 1],
    ]);
  });
});

it('leaves a text out of which hits were taken alone where it is another one by now', async () => {
  const { desk } = await bench({ count: 1 });
  const rows = await chosen(desk);
  const all: Asked = { kind: 'replace', find: 'line', with: 'row', fields: ['description'] };
  const { findings } = await desk.call('bulk.hits', { project, rows, action: all, from: 0 });
  const { fingerprint } = findings[0]?.fields[0] ?? {};
  const except = [{ row: findings[0]?.row, field: 'description', stamp: fingerprint, hits: [0] }];
  await edit(desk, 'f1', { description: 'A line before.\nFirst line.' });
  expect(leftOut(await preview(desk, rows, { ...all, except }))).toEqual({ changed: ['f1'] });
});

describe('stopped in the middle', () => {
  /** Carries out an action and gives it up as soon as something of it is done. */
  async function stopped({ desk, clock }: Bench, action: Asked): Promise<string> {
    const rows = await chosen(desk);
    const { fingerprints } = await preview(desk, rows, action);
    const giveUp = new AbortController();
    let bulk = '';
    const progress = (event: ProgressEvent): void => {
      if (event.kind !== 'bulk' || event.phase !== 'run') return;
      bulk = event.bulk ?? '';
      if (event.done > 0) giveUp.abort();
    };
    tick({ clock });
    const running = desk.call(
      'bulk.run',
      { bulk: crypto.randomUUID(), project, rows, fingerprints, action },
      { signal: giveUp.signal, progress },
    );
    await expect(running).rejects.toThrow();
    return bulk;
  }

  it.each<Asked>([
    { kind: 'status', status: 'closed' },
    { kind: 'tags', add: ['retest'], remove: [] },
    { kind: 'delete' },
  ])('%o is told as it is after the next start, and can be finished', async (action) => {
    const all = await bench({ count: 60 });
    const { desk } = all;
    const bulk = await stopped(all, action);
    desk.restart();
    const left = await newest(desk);
    const { queued = 0, 'not-done': open = 0 } = tally(left);
    expect([left.bulk, left.running, queued > 0, open > 0, queued + open]).toEqual([
      bulk,
      false,
      true,
      true,
      60,
    ]);
    expect(tally(await desk.call('bulk.resume', { bulk }))).toEqual({ queued: 60 });
    await sync(desk, { acceptMissing: true });
    expect(tally(await newest(desk))).toEqual({ done: 60 });
  });

  it('can be undone', async () => {
    const all = await bench({ count: 60 });
    const bulk = await stopped(all, { kind: 'severity', severity: 'low' });
    const { takenBack, stays, summary } = await all.desk.call('bulk.undo', { bulk });
    expect([takenBack, stays, tally(summary), await all.desk.call('queue.list')]).toEqual([
      60,
      [],
      { 'taken-back': 60 },
      [],
    ]);
  });
});

it('leaves out a text that a replacement would make too long for any machine', async () => {
  const { desk } = await bench({ count: 2 });
  await edit(desk, 'f1', { description: 'a'.repeat(100_000) });
  await edit(desk, 'f2', { description: 'a' });
  const action = { kind: 'replace', find: 'a', with: 'x'.repeat(10_000), fields: ['description'] } as const;
  const { total, leftOut: left } = await preview(desk, await chosen(desk), action);
  expect([total, left.map(({ reason, message, count }) => [reason, message, count])]).toEqual([
    1,
    [['rule', 'A text would have more than 4 million characters.', 1]],
  ]);
});
