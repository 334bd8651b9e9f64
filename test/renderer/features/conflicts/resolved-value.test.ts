import { describe, expect, it } from 'vitest';
import type { ConflictPart } from '#contract/procedures/findings/conflict.ts';
import { carriedOver, writtenIn, unusedText } from '#renderer/features/conflicts/drafts/rebased-answers.ts';
import { choiceOf, resolvedValueOf } from '#renderer/features/conflicts/drafts/resolved-value.ts';
import {
  beginAnswer,
  choose,
  keptIn,
  openQuestions,
  questionsOf,
  takeWhole,
  textOf,
  withTyped,
  type FieldAnswer,
  type SetAnswer,
} from '#renderer/features/conflicts/drafts/conflict-draft.ts';

const text: ConflictPart = {
  field: 'description',
  base: 'One.\n\nTwo.\n\nThree.',
  mine: 'One, mine.\n\nTwo.\n\nThree, mine.',
  theirs: 'One, theirs.\n\nTwo, theirs.\n\nThree, theirs.',
};
const list: ConflictPart = {
  field: 'tags',
  base: ['a', 'b', 'c'],
  mine: ['a', 'c', 'mine'],
  theirs: ['a', 'b', 'theirs'],
};
const single: ConflictPart = { field: 'severity', base: 'medium', mine: 'low', theirs: 'high' };

const withEntry = (answer: SetAnswer, text: string): SetAnswer => withTyped({ ...answer, adding: text });

const all = (answer: FieldAnswer, ...picks: readonly Parameters<typeof choose>[2][]): FieldAnswer =>
  picks.reduce((now, pick) => {
    const [next] = openQuestions(now);
    return next === undefined ? now : choose(now, next.region, pick);
  }, answer);

describe('a long text', () => {
  it('is decided part by part, and keeps what one side alone changed', () => {
    const begun = beginAnswer(text);
    const done = all(begun, 'mine', 'both');
    expect([
      questionsOf(begun).length,
      openQuestions(begun).length,
      resolvedValueOf(begun),
      resolvedValueOf(done),
    ]).toEqual([
      2,
      2,
      null,
      { kind: 'set', value: 'One, mine.\n\nTwo, theirs.\n\nThree, mine.\nThree, theirs.' },
    ]);
  });

  it('is left at the service where all of theirs is taken, and whole mine where that is asked for', () => {
    const begun = beginAnswer(text);
    if (begun.kind !== 'text') throw new Error('a text is answered as a text');
    expect([
      resolvedValueOf(all(begun, 'theirs', 'theirs')),
      resolvedValueOf(takeWhole(begun, 'mine')),
    ]).toEqual([{ kind: 'leave' }, { kind: 'set', value: text.mine }]);
  });

  it('that was written by hand is decided as it stands, until something is chosen again', () => {
    const begun = beginAnswer(text);
    if (begun.kind !== 'text') throw new Error('a text is answered as a text');
    const written = { ...begun, own: 'By hand.' };
    const again = choose(written, 0, 'theirs');
    expect([
      resolvedValueOf(written),
      openQuestions(again).length,
      again.kind === 'text' && textOf(again),
    ]).toEqual([{ kind: 'set', value: 'By hand.' }, 1, 'One, theirs.\n\nTwo, theirs.\n\nThree, mine.']);
  });

  it('too long to be compared is taken from one side as a whole, and nothing of it is an answer yet', () => {
    const mine = 'x'.repeat(600_000);
    const begun = beginAnswer({ field: 'description', base: 'x', mine, theirs: `${mine}y` });
    expect([
      begun.kind,
      writtenIn(begun),
      resolvedValueOf(begun),
      resolvedValueOf(choose(begun, null, 'mine')),
    ]).toEqual(['value', null, null, { kind: 'set', value: mine }]);
  });

  it('that is no text on one side is one value among others', () => {
    const answer = beginAnswer({ field: 'observation', mine: 'Text', theirs: { steps: 2 } });
    expect([answer.kind, resolvedValueOf(choose(answer, null, 'mine'))]).toEqual([
      'value',
      { kind: 'set', value: 'Text' },
    ]);
  });
});

describe('a list', () => {
  it('begins as the merge would make it, and says who has what', () => {
    const answer = beginAnswer(list);
    if (answer.kind !== 'set') throw new Error('a list is answered as a list');
    expect(answer.entries.map(({ value, kept }) => [value, kept])).toEqual([
      ['a', true],
      ['b', false],
      ['theirs', true],
      ['c', false],
      ['mine', true],
    ]);
  });

  it('takes a side, an entry of its own, and one that was dropped', () => {
    const answer = beginAnswer(list);
    if (answer.kind !== 'set') throw new Error('a list is answered as a list');
    const own = withEntry(withEntry(answer, ' new '), 'b');
    expect([
      resolvedValueOf(choose(answer, null, 'mine')),
      resolvedValueOf(own),
      resolvedValueOf(withEntry(answer, ' ')),
    ]).toEqual([
      { kind: 'set', value: ['a', 'c', 'mine'] },
      { kind: 'set', value: ['a', 'b', 'theirs', 'mine', 'new'] },
      resolvedValueOf(answer),
    ]);
  });

  it('takes what is typed and not added yet as an entry, and is decided by it', () => {
    const answer = beginAnswer({ field: 'asset', base: ['a', 'b'], mine: ['a'], theirs: ['b'] });
    if (answer.kind !== 'set') throw new Error('a list is answered as a list');
    const typing = { ...answer, adding: ' c ' };
    const [carried] = carriedOver([typing], [{ ...answer.part, theirs: ['b', 'd'] }]);
    expect([
      resolvedValueOf({ ...answer, adding: ' ' }),
      resolvedValueOf(typing),
      writtenIn(typing),
      carried !== undefined && resolvedValueOf(carried),
    ]).toEqual([null, { kind: 'set', value: ['c'] }, 'c', { kind: 'set', value: ['d', 'c'] }]);
  });

  it('of one side is that side alone: what is typed and not added yet stands there to be kept, or not', () => {
    const answer = beginAnswer(list);
    if (answer.kind !== 'set') throw new Error('a list is answered as a list');
    const mine = choose({ ...answer, adding: ' new ' }, null, 'mine');
    if (mine.kind !== 'set') throw new Error('a list is answered as a list');
    const { value, kept } = mine.entries.at(-1) ?? {};
    expect([resolvedValueOf(mine), mine.adding, value, kept]).toEqual([
      { kind: 'set', value: ['a', 'c', 'mine'] },
      ...['', 'new', false],
    ]);
  });

  it('of assets is not decided while it is empty', () => {
    const answer = beginAnswer({ field: 'asset', base: ['a', 'b'], mine: ['a'], theirs: ['b'] });
    expect([
      openQuestions(answer).length,
      resolvedValueOf(answer),
      resolvedValueOf(choose(answer, null, 'mine')),
    ]).toEqual([1, null, { kind: 'set', value: ['a'] }]);
  });
});

describe('what the service lost of what the person did not change', () => {
  const kept = 'One.\n\nTwo. Three.';
  const parts: readonly ConflictPart[] = [
    { field: 'description', base: kept, mine: kept },
    { field: 'remediation', base: kept, mine: kept, theirs: 'One.\n\nFour. Three.' },
    { field: 'tags', base: ['a', 'b'], mine: ['a', 'b'], theirs: [] },
    { field: 'severity', base: 'high', mine: 'high', theirs: '' },
  ];

  it('is not decided before somebody chooses, and shown as it was until then', () => {
    const begun = parts.map(beginAnswer);
    expect(begun.map((answer) => [openQuestions(answer).length > 0, resolvedValueOf(answer)])).toEqual(
      parts.map(() => [true, null]),
    );
    expect(
      begun.map((answer) =>
        answer.kind === 'text' ? textOf(answer) : answer.kind === 'set' && keptIn(answer),
      ),
    ).toEqual([kept, kept, ['a', 'b'], false]);
  });

  it('comes back, stays lost or is written anew, as they choose', () => {
    const [text, , tags] = parts.map(beginAnswer);
    if (text === undefined || tags?.kind !== 'set') throw new Error('a text and a list');
    expect([
      resolvedValueOf(all(text, 'mine')),
      resolvedValueOf(all(text, 'theirs')),
      resolvedValueOf(all(tags, 'mine')),
      resolvedValueOf(all(tags, 'theirs')),
      resolvedValueOf(withEntry(tags, 'c')),
    ]).toEqual([
      { kind: 'set', value: kept },
      { kind: 'leave' },
      { kind: 'set', value: ['a', 'b'] },
      { kind: 'leave' },
      { kind: 'set', value: ['a', 'b', 'c'] },
    ]);
  });

  it('is asked about no more where the service has it again', () => {
    const again = parts.map(({ field, base, mine }) =>
      beginAnswer({ field, base, mine, theirs: mine } as ConflictPart),
    );
    expect(again.slice(0, 3).flatMap(openQuestions)).toEqual([]);
  });
});

describe('a single value', () => {
  it('is what a side has or what was written; theirs is left at the service', () => {
    const answer = beginAnswer(single);
    if (answer.kind !== 'value') throw new Error('a severity is a single value');
    const decided = [
      choose(answer, null, 'was'),
      choose(answer, null, 'mine'),
      choose(answer, null, 'theirs'),
      { ...answer, choice: 'own' as const, own: 'info' },
    ].map(resolvedValueOf);
    expect([resolvedValueOf(answer), ...decided]).toEqual([
      null,
      { kind: 'set', value: 'medium' },
      { kind: 'set', value: 'low' },
      { kind: 'leave' },
      { kind: 'set', value: 'info' },
    ]);
  });

  it('that nobody knows from before cannot be what it was', () => {
    const answer = beginAnswer({ field: 'cwe', mine: 'https://cwe.test/1', theirs: 'https://cwe.test/2' });
    expect(choose(answer, null, 'was')).toEqual(answer);
  });
});

describe('a whole conflict', () => {
  it('is resolved only when every field is decided', () => {
    const begun = [text, list, single].map(beginAnswer);
    const decided = begun.map((answer) => all(answer, 'theirs', 'theirs'));
    expect([choiceOf(begun), choiceOf(decided)]).toEqual([
      null,
      { set: { tags: ['a', 'theirs', 'mine'] }, leave: ['description', 'severity'] },
    ]);
  });

  it('that moved on keeps the choices of fields that did not, and asks the others anew', () => {
    const before = [text, single].map((part) => all(beginAnswer(part), 'mine', 'mine'));
    const moved = { ...single, theirs: 'critical' };
    const now = carriedOver(before, [text, moved]);
    expect(now).toEqual([before[0], beginAnswer(moved)]);
  });

  it('asks only the parts of a text again that differ, and offers what was written by hand', () => {
    const chosen = all(beginAnswer(text), 'mine', 'both');
    if (chosen.kind !== 'text') throw new Error('a text is answered as a text');
    const moved = { ...text, theirs: 'One, theirs.\n\nTwo, theirs.\n\nThree, others.' };
    const [now] = carriedOver([{ ...chosen, own: 'By hand.' }], [moved]);
    if (now?.kind !== 'text') throw new Error('a text is answered as a text');
    expect([openQuestions(now).length, textOf(now), now.own, now.written]).toEqual([
      1,
      'One, mine.\n\nTwo, theirs.\n\nThree, mine.',
      null,
      'By hand.',
    ]);
  });
});

describe('what a person wrote', () => {
  it('is known of every kind of answer, and told where its field is asked about no more', () => {
    const begun = [text, list, single].map(beginAnswer);
    const [long, set, value] = begun;
    if (long?.kind !== 'text' || set?.kind !== 'set' || value?.kind !== 'value')
      throw new Error('other kinds');
    const written = [{ ...long, own: 'By hand.' }, withEntry(set, 'added'), { ...value, own: 'severe' }];
    expect([
      begun.map(writtenIn),
      written.map(writtenIn),
      unusedText(written, begun),
      unusedText(written, [set]),
    ]).toEqual([[null, null, null], ['By hand.', 'added', 'severe'], null, 'By hand.\n\nsevere']);
  });

  it('stays in a list that has moved on', () => {
    const set = beginAnswer(list);
    if (set.kind !== 'set') throw new Error('a list is answered as a list');
    const moved = { ...list, theirs: ['a', 'b', 'others'] };
    const [carried] = carriedOver([withEntry(set, 'added')], [moved]);
    expect(
      carried?.kind === 'set' && carried.entries.filter(({ kept }) => kept).map(({ value }) => value),
    ).toEqual(['a', 'others', 'mine', 'added']);
  });
});
