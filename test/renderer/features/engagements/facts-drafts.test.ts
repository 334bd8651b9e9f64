import { describe, expect, it } from 'vitest';
import {
  noFacts,
  type DescribedEngagement,
  type EngagementFacts,
  type WrittenFacts,
} from '#contract/engagement.ts';
import {
  answered,
  arrived,
  changedSince,
  due,
  opened,
  outgoing,
  refused,
  retried,
  saved,
  seenOf,
  sent,
  stepped,
  typed,
  type FactsState,
} from '#renderer/features/engagements/facts-drafts.ts';

const described = (facts: Partial<EngagementFacts> = {}): DescribedEngagement => ({
  ...{ project: 'p', name: null, client: null, changedAt: null, missing: [] },
  placeholders: {} as DescribedEngagement['placeholders'],
  facts: { ...noFacts, ...facts },
});
/** What the store answers to a fact that it takes. */
const written = (facts: Partial<EngagementFacts>, before: Partial<EngagementFacts>): WrittenFacts => ({
  ...described(facts),
  before,
});
const start = opened(described({ client: 'Harbour' }));

/** The person writes the client, at a moment. */
const client = (state: FactsState, text: string, atMs: number) =>
  typed(state, 'client', { ...state.shown, client: text }, atMs);
const method = (state: FactsState, text: string, atMs: number) =>
  typed(state, 'method', { ...state.shown, method: text }, atMs);

/** What can be seen of a state. */
const seen = ({ shown, unsaved, troubles, stored }: FactsState) => ({
  client: shown.client,
  method: shown.method,
  stored: stored.facts.client,
  unsaved: [...unsaved],
  troubles: [...troubles.keys()],
});

describe('facts that are typed', () => {
  it('and deleted again are sent where the save before had no answer: the store may have the words', () => {
    const lost = refused(sent(client(start, 'Harbour Ltd', 0), 'client'), { code: 'busy', message: '' });
    const back = client(lost, 'Harbour', 10);
    expect([due(back), outgoing(back, 'client'), back.shown.client]).toEqual([
      'client',
      ['client'],
      'Harbour',
    ]);
    const kept = saved(sent(back, 'client'), written({ client: 'Harbour' }, { client: 'Harbour Ltd' }), 20);
    expect([kept.shown.client, [...kept.unsaved], kept.elsewhere]).toEqual(['Harbour', [], {}]);
  });

  it('go to the store one by one, and what is typed meanwhile goes after it', () => {
    const state = method(client(start, 'Harbour L', 0), 'By hand.', 10);
    const away = sent(state, 'client');
    const more = client(away, 'Harbour Ltd', 20);
    const answered = saved(more, written({ client: 'Harbour L' }, { client: 'Harbour' }), 30);
    expect([due(state), due(away), seen(answered), due(answered), answered.savedAtMs]).toEqual([
      'client',
      null,
      {
        ...{ client: 'Harbour Ltd', method: 'By hand.', stored: 'Harbour L' },
        ...{ unsaved: ['method', 'client'], troubles: [] },
      },
      'method',
      30,
    ]);
  });

  it('stay letter by letter when the store has something else, and the others follow it', () => {
    const state = client(start, 'Mine', 0);
    const other = described({ client: 'Theirs', method: 'Elsewhere.' });
    expect([seen(arrived(state, other)), seen(arrived(sent(state, 'client'), other)).method]).toEqual([
      {
        ...{ client: 'Mine', method: 'Elsewhere.', stored: 'Theirs' },
        ...{ unsaved: ['client'], troubles: [] },
      },
      '',
    ]);
  });

  it('that are typed back leave nothing to save', () => {
    expect(seen(client(client(start, 'x', 0), 'Harbour', 1)).unsaved).toEqual([]);
    // Unless the other value is on its way.
    const away = sent(client(start, 'x', 0), 'client');
    expect(seen(client(away, 'Harbour', 1)).unsaved).toEqual(['client']);
  });

  it('that are refused stay with the reason, and keep back no others', () => {
    const state = sent(method(client(start, 'x', 0), 'y', 1), 'client');
    const full = refused(state, { code: 'file', message: 'The disk is full.' });
    const broken = refused(state, { code: 'invalid', message: 'Too long.' });
    expect([
      [seen(full).troubles, due(full), due(retried(full))],
      [seen(broken).troubles, due(broken), due(retried(broken))],
      [seen(client(broken, 'xy', 2)).troubles, due(client(broken, 'xy', 2))],
      seen(refused(client(state, 'xyz', 2), { code: 'invalid', message: 'Too long.' })).troubles,
    ]).toEqual([[['client'], 'method', 'client'], [['client'], 'method', 'method'], [[], 'method'], []]);
  });

  it('go together where one is right beside the other alone: a refused day is tried again with the other', () => {
    const day = (state: FactsState, fact: 'begins' | 'ends', value: string) =>
      typed(state, fact, { ...state.shown, [fact]: value }, 0);
    const stored = opened(described({ begins: '2026-11-02', ends: '2026-11-06' }));
    const both = written(
      { begins: '2026-12-01', ends: '2026-12-04' },
      { begins: '2026-11-02', ends: '2026-11-06' },
    );
    const later = day(stored, 'begins', '2026-12-01');
    const wrong = refused(sent(later, 'begins'), { code: 'invalid', message: 'Before it begins.' });
    const right = day(wrong, 'ends', '2026-12-04');
    const meanwhile = day(sent(later, 'begins'), 'ends', '2026-12-04');
    expect([
      [outgoing(later, 'begins'), seen(wrong).troubles, due(wrong)],
      [seen(right).troubles, due(right), outgoing(right, 'begins')],
      seen(saved(sent(right, 'begins'), both, 1)).unsaved,
      seen(refused(meanwhile, { code: 'invalid', message: 'Before it begins.' })).troubles,
    ]).toEqual([[['begins'], ['begins'], null], [[], 'begins', ['begins', 'ends']], [], []]);
  });

  it('are undone line by line where lines were added, however soon', () => {
    const line = (what: string) => ({ what, note: '' });
    const scope = (state: FactsState, entries: readonly string[]) =>
      typed(state, 'scopeIn', { ...state.shown, scopeIn: entries.map(line) }, 0);
    const state = scope(scope(scope(start, ['']), ['a']), ['a', '']);
    const shown = ({ shown: { scopeIn } }: FactsState) => scopeIn.map(({ what }) => what);
    expect(
      [1, 2, 3].map((times) =>
        shown(Array.from({ length: times }).reduce<FactsState>((at) => stepped(at, 'undo'), state)),
      ),
    ).toEqual([['a'], [''], []]);
  });

  it('are undone and made again step by step; keys in a row on one fact are one step', () => {
    const state = client(method(client(client(start, 'A', 0), 'AB', 4_000), 'M', 5_000), 'ABC', 6_000);
    const shown = (at: FactsState) => [at.shown.client, at.shown.method];
    const back = [1, 2, 3, 4].map((times) =>
      Array.from({ length: times }).reduce<FactsState>((at) => stepped(at, 'undo'), state),
    );
    const [, two = state, three = state] = back;
    expect([
      back.map(shown),
      shown(stepped(three, 'redo')),
      shown(stepped(stepped(two, 'redo'), 'redo')),
      seen(three).unsaved,
      shown(stepped(client(two, 'Z', 9_000), 'redo')),
      // What is typed after an undo is a step of its own, however soon.
      shown(stepped(client(stepped(client(start, 'A', 0), 'undo'), 'B', 1), 'undo')),
    ]).toEqual([
      [
        ['AB', 'M'],
        ['AB', ''],
        ['Harbour', ''],
        ['Harbour', ''],
      ],
      ['AB', ''],
      ['ABC', 'M'],
      [],
      ['Z', ''],
      ['Harbour', ''],
    ]);
  });

  it('are stepped over nothing that somebody wrote elsewhere since', () => {
    const kept = (text: string) => described({ client: text });
    const mine = saved(
      sent(client(start, 'Mine', 0), 'client'),
      written({ client: 'Mine' }, { client: 'Harbour' }),
      1,
    );
    const theirs = arrived(mine, kept('Theirs'));
    const back = stepped(theirs, 'undo');
    const former = written({ client: 'Harbour' }, { client: 'Mine' });
    const undone = saved(sent(stepped(mine, 'undo'), 'client'), former, 2);
    const again = arrived(undone, kept('Theirs'));
    // What is typed behind their words is a step of its own, however soon.
    const typedOn = stepped(client(theirs, 'Theirs and mine', 2), 'undo');
    // Their change of another fact is in nobody's way.
    const other = stepped(arrived(mine, described({ client: 'Mine', method: 'Theirs.' })), 'undo');
    expect([
      [changedSince(mine, 'undo'), changedSince(theirs, 'undo'), changedSince(again, 'redo')],
      [seen(back).client, seen(back).unsaved, back.done.length],
      [seen(stepped(again, 'redo')).client, stepped(again, 'redo').undone.length],
      seen(typedOn).client,
      [seen(other).client, seen(other).method],
    ]).toEqual([
      [null, 'client', 'client'],
      ['Theirs', [], 0],
      ['Theirs', 0],
      'Theirs',
      ['Harbour', 'Theirs.'],
    ]);
  });
});

describe('a fact that somebody else wrote while it was typed', () => {
  const mine = client(start, 'Mine', 0);
  const theirs = described({ client: 'Theirs' });

  it('is told with their value, whether it was read before the save or the save wrote over it', () => {
    const read = arrived(mine, theirs);
    const after = saved(sent(read, 'client'), written({ client: 'Mine' }, { client: 'Theirs' }), 1);
    const over = saved(sent(mine, 'client'), written({ client: 'Mine' }, { client: 'Theirs' }), 1);
    expect([read, after, over].map(({ shown, elsewhere }) => [shown.client, elsewhere])).toEqual(
      [1, 2, 3].map(() => ['Mine', { client: 'Theirs' }]),
    );
  });

  it('is told until it is answered, or somebody writes it again', () => {
    const over = saved(sent(mine, 'client'), written({ client: 'Mine' }, { client: 'Theirs' }), 1);
    const states = [
      client(over, 'Mine too', 2),
      arrived(over, described({ client: 'Mine', method: 'Elsewhere.' })),
      answered(over, 'client'),
      arrived(over, described({ client: 'Theirs again' })),
    ];
    expect(states.map(({ elsewhere }) => elsewhere)).toEqual([
      { client: 'Theirs' },
      { client: 'Theirs' },
      {},
      {},
    ]);
  });

  it('is not this window, whose answer was lost, nor what it knew', () => {
    const lost = refused(sent(mine, 'client'), { code: 'locked', message: 'Locked.' });
    const more = client(lost, 'Mine Ltd', 1);
    const landed = written({ client: 'Mine Ltd' }, { client: 'Mine' });
    const known = saved(sent(mine, 'client'), written({ client: 'Mine' }, { client: 'Harbour' }), 2);
    const states = [
      saved(sent(more, 'client'), landed, 2),
      arrived(more, described({ client: 'Mine' })),
      known,
    ];
    expect(states.map(({ elsewhere }) => elsewhere)).toEqual([{}, {}, {}]);
  });
});

describe('a fact that another window wrote meanwhile', () => {
  const away = sent(client(start, 'Mine', 0), 'client');
  const outdated = refused(client(away, 'Mine, typed on', 10), { code: 'outdated', message: '' });
  const theirs = arrived(outdated, described({ client: 'Theirs' }));

  it('is not written over: first it is read, then the user is asked', () => {
    expect([
      due(outdated),
      due(retried(outdated)),
      due(theirs),
      due(retried(theirs)),
      theirs.elsewhere,
    ]).toEqual([null, null, null, null, { client: 'Theirs' }]);
    expect(due(client(theirs, 'Mine, and on', 20))).toBe(null);
    expect(seenOf(away, ['client'])).toEqual([{ client: 'Harbour' }]);
  });

  it('is written over when the user keeps theirs, who has seen it then', () => {
    const mine = answered(theirs, 'client');
    expect([due(mine), seenOf(mine, ['client']), mine.shown.client]).toEqual([
      'client',
      [{ client: 'Theirs' }],
      'Mine, typed on',
    ]);
  });

  it('is asked about as it is by now, also if it was changed once more', () => {
    const again = arrived(theirs, described({ client: 'Harbour' }));
    expect([due(again), again.elsewhere]).toEqual([null, { client: 'Harbour' }]);
  });
});
