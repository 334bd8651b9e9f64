import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noFacts, type EngagementFacts, type FactName } from '#contract/engagement.ts';
import { ApiError } from '#renderer/api/api.ts';
import { EngagementWork } from '#renderer/features/engagements/facts.state.svelte.ts';
import { Program } from '../../support/program.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

/** An engagement before a store that refuses days that end before they begin, and what was not seen. */
async function atFacts(over: Partial<EngagementFacts> = {}) {
  const store: EngagementFacts = { ...noFacts, client: 'Harbour', ...over };
  const sent: FactName[][] = [];
  const { api } = new Program({
    'engagement.facts': () => ({ project: 'p', facts: store }),
    'engagement.describe': ({ facts, seen = [] }) => {
      const names = Object.keys(facts) as FactName[];
      sent.push(names);
      const text = (value: unknown) => JSON.stringify(value);
      if (names.some((name) => !seen.some((one) => text(one[name]) === text(store[name]))))
        throw new ApiError('outdated', 'Changed elsewhere.');
      const { begins = '', ends = '' } = { ...store, ...facts };
      if (begins > ends && ends !== '') throw new ApiError('invalid', 'Ends before it begins.');
      Object.assign(store, facts);
      return { facts: store };
    },
  });
  const work = new EngagementWork(api, 'p');
  await work.refresh();
  const rest = async () => {
    await vi.advanceTimersByTimeAsync(4_000);
  };
  return { store, sent, work, rest };
}

describe('facts that are typed', () => {
  it('stay letter by letter when the store has something else, and the others follow it', async () => {
    const { store, work } = await atFacts();
    work.type('client', 'Mine');
    Object.assign(store, { client: 'Theirs', method: 'Elsewhere.' });
    await work.refresh();
    expect([work.facts?.client, work.facts?.method, work.elsewhere, work.unsaved]).toEqual([
      'Mine',
      'Elsewhere.',
      { client: 'Theirs' },
      ['client'],
    ]);
  });

  it('go together where one is right beside the other alone: a refused day is tried again with the other', async () => {
    const { store, sent, work, rest } = await atFacts({ begins: '2026-11-02', ends: '2026-11-06' });
    work.type('begins', '2026-12-01');
    await rest();
    const refused = [...work.troubles].map(([fact, { message }]) => [fact, message]);
    work.type('ends', '2026-12-04');
    await rest();
    expect([refused, sent, store.begins, store.ends, work.unsaved, [...work.troubles]]).toEqual([
      [['begins', 'Ends before it begins.']],
      [['begins'], ['begins', 'ends']],
      '2026-12-01',
      '2026-12-04',
      [],
      [],
    ]);
  });

  it('are undone line by line where lines were added, however soon', async () => {
    const { work } = await atFacts();
    const shown = () => work.facts?.scopeIn.map(({ what }) => what);
    for (const entries of [[''], ['a'], ['a', '']])
      work.type(
        'scopeIn',
        entries.map((what) => ({ what, note: '' })),
      );
    const back = [1, 2, 3].map(() => {
      work.step('undo');
      return shown();
    });
    expect(back).toEqual([['a'], [''], []]);
  });

  it('are undone and made again step by step; keys in a row on one fact are one step', async () => {
    const { store, work, rest } = await atFacts();
    const steps: unknown[] = [];
    const step = (which: 'undo' | 'redo') => {
      work.step(which);
      steps.push([work.facts?.client, work.facts?.method]);
    };
    work.type('client', 'A');
    await rest();
    work.type('client', 'AB');
    work.type('method', 'M');
    work.type('client', 'ABC');
    for (const which of ['undo', 'undo', 'undo', 'undo', 'redo', 'redo', 'redo', 'redo'] as const)
      step(which);
    work.step('undo');
    // What is typed after an undo is a step of its own, however soon, and nothing is left to be made again.
    work.type('client', 'Z');
    const redo = work.redo;
    step('undo');
    await rest();
    expect([steps, redo, store.client, work.unsaved]).toEqual([
      [
        ['AB', 'M'],
        ['AB', ''],
        ['Harbour', ''],
        ['Harbour', ''],
        ['AB', ''],
        ['AB', 'M'],
        ['ABC', 'M'],
        ['ABC', 'M'],
        ['AB', 'M'],
      ],
      null,
      'AB',
      [],
    ]);
  });

  it('are stepped over nothing that somebody wrote elsewhere since', async () => {
    const { store, work, rest } = await atFacts();
    work.type('method', 'By hand.');
    work.type('client', 'Mine');
    await rest();
    store.client = 'Theirs';
    await work.refresh();
    const stays = [work.step('undo'), work.facts?.client, work.undo];
    // What is typed behind their words is a step of its own, however soon.
    work.type('client', 'Theirs and mine');
    const typedOn = [work.step('undo'), work.facts?.client];
    expect([stays, typedOn, work.step('undo'), work.facts?.method]).toEqual([
      ['client', 'Theirs', 'method'],
      [null, 'Theirs'],
      null,
      '',
    ]);
  });
});

it.each([
  { choice: 'keeps theirs', takes: true, kept: 'Theirs' },
  { choice: 'keeps their own', takes: false, kept: 'Mine, typed on' },
])('a fact that another window wrote is not written over until the user $choice', async ({ takes, kept }) => {
  const { store, work, rest } = await atFacts();
  work.type('client', 'Mine');
  store.client = 'Theirs';
  await rest();
  work.type('client', 'Mine, typed on');
  await rest();
  const asked = [store.client, work.elsewhere, await work.saveNow(), [...work.troubles]];
  work.answer('client', takes);
  await rest();
  const answered = [store.client, work.facts?.client, work.elsewhere, work.unsaved];
  work.step('undo');
  expect([asked, answered, work.facts?.client]).toEqual([
    ['Theirs', { client: 'Theirs' }, false, []],
    [kept, kept, {}, []],
    'Harbour',
  ]);
});
