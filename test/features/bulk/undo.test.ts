import { describe, expect, it } from 'vitest';
import {
  bench,
  body,
  create,
  edit,
  isUpdate,
  project,
  quietMs,
  spoil,
  states as queueStates,
  sync,
  type Bench,
} from '../../engine/support.ts';
import { chosen, fieldOf, newest, run, states, tally, type Asked } from './support.ts';

const everyEdit: readonly Asked[] = [
  { kind: 'status', status: 'closed' },
  { kind: 'severity', severity: 'critical' },
  { kind: 'tags', add: ['retest'], remove: ['web'] },
  { kind: 'asset', add: ['new.harbour.test'], remove: ['app.harbour.test'] },
  { kind: 'replace', find: 'line', with: 'row', fields: ['description', 'title'] },
  { kind: 'delete' },
];

describe('taking a bulk action back', () => {
  it.each(everyEdit)('leaves nothing of $kind that was not sent', async (action) => {
    const { desk, service, requests } = await bench({ count: 3 });
    const before = await Promise.all(
      ['f1', 'f2', 'f3'].map(async (id) => (await desk.call('finding.get', { id })).effective),
    );
    const { bulk } = await run(desk, await chosen(desk), action);
    expect((await desk.call('queue.list')).length).toBeGreaterThan(0);
    const { takenBack, stays, summary } = await desk.call('bulk.undo', { bulk });
    const after = await Promise.all(
      ['f1', 'f2', 'f3'].map(async (id) => (await desk.call('finding.get', { id })).effective),
    );
    requests.length = 0;
    await sync(desk);
    expect({
      takenBack,
      stays,
      tally: tally(summary),
      undoable: summary.undoable,
      after,
      writes: requests.filter(({ method }) => method !== 'GET'),
    }).toEqual({
      takenBack: 3,
      stays: [],
      tally: { 'taken-back': 3 },
      undoable: 0,
      after: before,
      writes: [],
    });
    expect(service.findings(project)).toHaveLength(3);
  });

  it('sends nothing of it where something else waits behind it: no value, and no way back from it', async () => {
    const { desk, service, requests } = await bench({ count: 1 });
    const rows = await chosen(desk);
    const { bulk } = await run(desk, rows, { kind: 'severity', severity: 'low' });
    await run(desk, rows, { kind: 'status', status: 'closed' });
    await desk.call('bulk.undo', { bulk });
    requests.length = 0;
    await sync(desk);
    const { severity, status } = service.finding('f1') ?? {};
    expect({
      severity,
      status,
      writes: requests.filter(({ method }) => method !== 'GET').length,
    }).toEqual({ severity: body()['severity'], status: 'closed', writes: 1 });
  });

  it('says of what was sent that it stays', async () => {
    const { desk, service } = await bench({ count: 3 });
    const { bulk } = await run(desk, await chosen(desk), { kind: 'severity', severity: 'low' });
    service.edit('f2', { severity: 'critical' });
    await sync(desk);
    const { takenBack, stays, summary } = await desk.call('bulk.undo', { bulk });
    expect([
      takenBack,
      stays.map(({ reason, findings }) => [reason, findings.map(({ id }) => id).sort()]),
    ]).toEqual([1, [['sent', ['f1', 'f3']]]]);
    expect(tally(summary)).toEqual({ done: 2, 'taken-back': 1 });
    expect(await fieldOf(desk, 'severity', ['f1', 'f2', 'f3'])).toEqual(['low', 'critical', 'low']);
  });

  it('says so too of what may have been sent, also where a conflict came of it', async () => {
    const all = await bench({ count: 1 });
    const { desk, service, clock } = all;
    const { bulk } = await run(desk, await chosen(desk), { kind: 'severity', severity: 'low' });
    spoil(all, isUpdate, { kind: 'drop', handled: false });
    await sync(desk);
    const unknown = await desk.call('bulk.undo', { bulk });
    service.edit('f1', { severity: 'critical' });
    clock.pass(quietMs);
    await sync(desk);
    const { summary, takenBack, stays } = await desk.call('bulk.undo', { bulk });
    expect([unknown.stays[0]?.reason, tally(unknown.summary)]).toEqual(['sent', { unknown: 1 }]);
    expect([takenBack, stays[0]?.reason, tally(summary), summary.undoable]).toEqual([
      0,
      'sent',
      { conflict: 1 },
      0,
    ]);
  });

  it('leaves alone what the person or somebody else made of a field since', async () => {
    const { desk, service } = await bench({ count: 3 });
    const { bulk } = await run(desk, await chosen(desk), { kind: 'severity', severity: 'low' });
    await edit(desk, 'f1', { severity: 'info' });
    await edit(desk, 'f2', { title: 'Another title' });
    service.edit('f3', { title: 'Somebody was here' });
    await sync(desk, { push: false });
    const { stays } = await desk.call('bulk.undo', { bulk });
    expect([
      stays.map(({ reason, findings }) => [reason, findings.map(({ id }) => id)]),
      await fieldOf(desk, 'severity', ['f1', 'f2', 'f3']),
      await fieldOf(desk, 'title', ['f1', 'f2', 'f3']),
      await queueStates(desk),
    ]).toEqual([
      [['changed-since', ['f1']]],
      ['info', 'medium', 'medium'],
      ['Finding 1', 'Another title', 'Somebody was here'],
      ['update queued', 'update queued'],
    ]);
  });

  it('brings back the edits that a deletion took along, as they stood', async () => {
    const { desk, service } = await bench({ count: 2 });
    await edit(desk, 'f1', { severity: 'critical' });
    await edit(desk, 'f2', { title: 'Mine' });
    service.edit('f2', { title: 'Theirs' });
    await sync(desk, { pull: false });
    await edit(desk, 'f1', { description: 'Mine too' });
    const before = await desk.call('queue.list');
    const { bulk } = await run(desk, await chosen(desk), { kind: 'delete' });
    expect(await queueStates(desk)).toEqual(['bulk-delete queued']);
    await desk.call('bulk.undo', { bulk });
    expect(await desk.call('queue.list')).toEqual(before);
    expect(before.map(({ state }) => state).sort()).toEqual(['conflict', 'queued']);
  });

  it('brings back a finding that was never sent, with what was written behind it, and creates it once', async () => {
    const { desk, service } = await bench({ count: 1 });
    const { findings } = await create(desk, body({ title: 'Made here' }));
    await edit(desk, findings[0] ?? '', { severity: 'high' });
    const { bulk } = await run(desk, await chosen(desk, [...findings]), { kind: 'delete' });
    expect([await states(desk, bulk), await desk.call('queue.list')]).toEqual([
      { [findings[0] ?? '']: 'done' },
      [],
    ]);
    await desk.call('bulk.undo', { bulk });
    await sync(desk);
    await sync(desk);
    const made = service.findings(project).filter(({ title }) => title === 'Made here');
    expect(made).toMatchObject([{ severity: 'high' }]);
  });

  it('undoes what came to a conflict before anything was sent', async () => {
    const { desk, service } = await bench({ count: 2 });
    const { bulk } = await run(desk, await chosen(desk), { kind: 'severity', severity: 'low' });
    service.edit('f1', { severity: 'critical' });
    await sync(desk);
    await desk.call('bulk.undo', { bulk });
    expect([await desk.call('queue.list'), await fieldOf(desk, 'severity', ['f1', 'f2'])]).toEqual([
      [],
      ['critical', 'low'],
    ]);
  });

  it('can itself be undone in the editor', async () => {
    const { desk } = await bench({ count: 1 });
    const { bulk } = await run(desk, await chosen(desk), { kind: 'tags', add: ['retest'], remove: [] });
    await desk.call('finding.undo', { id: 'f1' });
    expect([await fieldOf(desk, 'tags', ['f1']), await states(desk, bulk)]).toEqual([
      [['session', 'web']],
      { f1: 'taken-back' },
    ]);
  });
});

describe('a bulk change and an open editor', () => {
  const seen = {
    description: 'First line.\nSecond line.\nThird line.\nFourth line.\nFifth line.',
    tags: ['session', 'web'],
  };

  /** The editor saves what was typed over the finding as it was before the bulk change. */
  async function typed({ desk }: Bench, changes: Record<string, string | string[]>): Promise<void> {
    await desk.call('finding.edit', { id: 'f1', changes, seen });
  }

  it('keep each what the other did, in one text and in one list', async () => {
    const all = await bench({ count: 2 });
    const { desk, service } = all;
    const rows = await chosen(desk);
    await run(desk, rows, { kind: 'replace', find: 'First', with: '1st', fields: ['description'] });
    await run(desk, rows, { kind: 'tags', add: ['retest'], remove: ['web'] });
    await typed(all, { description: `${seen.description}\nTyped here.` });
    await typed(all, { tags: ['session', 'web', 'typed'] });
    await sync(desk);
    expect([service.finding('f1')?.['description'], service.finding('f1')?.['tags']]).toEqual([
      `${seen.description.replace('First', '1st')}\nTyped here.`,
      ['session', 'retest', 'typed'],
    ]);
    expect(tally(await newest(desk))).toEqual({ done: 2 });
  });

  it('meet the other way round as well: what was typed before is part of what is replaced', async () => {
    const all = await bench({ count: 1 });
    await typed(all, { description: `${seen.description}\nTyped: first.` });
    await run(all.desk, await chosen(all.desk), {
      kind: 'replace',
      find: 'first',
      with: '1st',
      fields: ['description'],
    });
    expect(await fieldOf(all.desk, 'description', ['f1'])).toEqual([
      `${seen.description.replace('First', '1st')}\nTyped: 1st.`,
    ]);
  });
});
