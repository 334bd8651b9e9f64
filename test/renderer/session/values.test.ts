import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { OtherUser } from '#contract/procedures/program/account.ts';
import {
  foldedList,
  groupIndex,
  groupsOf,
  lineOfPlace,
  placeOfLine,
} from '#renderer/session/list/finding-groups.ts';
import { readOnlyReason } from '#renderer/session/desk/desk.svelte.ts';
import { showsReadOnlyToast } from '#renderer/session/notices/read-only-toast.ts';
import { ByEngagement } from '#renderer/session/unsaved/by-engagement.ts';
import { SavesByName } from '#renderer/session/unsaved/saves-by-name.ts';
import { arrowStep } from '#renderer/session/values/arrow-keys.ts';
import { findingWords } from '#renderer/session/values/finding-words.ts';
import { refused } from '#renderer/session/values/image-pixels.ts';
import { otherUserWords } from '#renderer/session/values/other-user.ts';
import { personIn } from '#renderer/session/values/person.ts';
import { decodePlaces, decodeRows } from '#renderer/session/values/row-numbers.ts';
import { valueAnswers, valueQuestion } from '#renderer/session/values/value-question.ts';
import { withBase64, words } from '../support/program.ts';

withBase64();

describe('an arrow key', () => {
  const pressed = (key: string, over: Partial<KeyboardEvent> = {}) =>
    arrowStep({ key, ctrlKey: false, metaKey: false, ...over } as KeyboardEvent);

  it('moves by ten pixels, with Ctrl or Cmd by one', () => {
    expect([
      pressed('ArrowLeft'),
      pressed('ArrowRight'),
      pressed('ArrowUp', { ctrlKey: true }),
      pressed('ArrowDown', { metaKey: true }),
      pressed('Enter'),
    ]).toEqual([{ x: -10, y: 0 }, { x: 10, y: 0 }, { x: 0, y: -1 }, { x: 0, y: 1 }, null]);
  });
});

test('findings are told by the title of one, cut behind ninety letters, else by how many they are', () => {
  expect([
    findingWords(1, 'XSS'),
    findingWords(1, null),
    findingWords(2, 'XSS'),
    findingWords(1, 'x'.repeat(90)),
    findingWords(1, '\u{1f600}'.repeat(91)),
    findingWords(1, '\u05d0'),
  ]).toEqual([
    '\u201cXSS\u201d',
    '1 finding',
    '2 findings',
    `\u201c${'x'.repeat(90)}\u201d`,
    `\u201c${'\u{1f600}'.repeat(89)}\u2026\u201d`,
    '\u201c\u2068\u05d0\u2069\u201d',
  ]);
});

test('a person is called by their name, else their address, else their id', () => {
  expect([
    personIn({ id: 'u1', email: 'a@b.test', name: 'Mara' }),
    personIn({ id: 'u1', email: 'a@b.test', name: 7 }),
    personIn({ id: 'u1' }),
    personIn({ id: 7 }),
  ]).toEqual(['Mara', 'a@b.test', 'u1', '']);
});

describe('the question before the store of another user', () => {
  const asked = (waiting: number, organization = {}): OtherUser => ({
    kind: 'other-user',
    user: { name: 'Jon' },
    organization,
    waiting,
  });

  it('names both, and what is pending here', () => {
    expect(otherUserWords(asked(0, { name: 'Acme' }), { name: 'Mara' })).toEqual({
      title: 'This is Jon, Acme',
      stays:
        'Nothing was kept. The findings that are open belong to Mara; none of their changes are pending. Jon works in a store of their own.',
      goOn: 'Work as Jon',
      back: 'Back to Mara',
    });
    expect(otherUserWords(asked(1), null)).toMatchObject({
      title: 'This is Jon',
      stays: expect.stringContaining('the person before; 1 pending change of theirs stays here.'),
      back: 'Back to the person before',
    });
    expect(otherUserWords(asked(2), {})).toMatchObject({
      stays: expect.stringContaining('2 pending changes of theirs stay here.'),
      back: 'Back to the person before',
    });
  });
});

describe('row numbers that cross the border', () => {
  const base64 = (...bytes: number[]): string => Uint8Array.from(bytes).toBase64();

  it('are words of 32 bits', () => {
    expect([...decodeRows(words(7, 70_000))]).toEqual([7, 70_000]);
    expect([...decodeRows('')]).toEqual([]);
    expect(() => decodeRows(base64(1, 2, 3))).toThrow('The list came back broken.');
  });

  it('stand at the places whose bits are set', () => {
    const order = Uint32Array.of(10, 11, 12, 13, 14, 15, 16, 17, 18);
    expect([...decodePlaces(base64(0b10000101, 1), order)]).toEqual([10, 12, 17, 18]);
    expect([...decodePlaces(base64(0, 0), order)]).toEqual([]);
    expect([...decodePlaces('', new Uint32Array())]).toEqual([]);
    expect(() => decodePlaces(base64(1), order)).toThrow('The list came back broken.');
    expect(() => decodePlaces(base64(1, 1, 1), order)).toThrow('The list came back broken.');
  });
});

describe('the groups of a list', () => {
  it('begin where the group changes, and a row of none belongs to the one above it', () => {
    const index = groupIndex({ names: ['High', 'Low'], rows: words(1, 2, 4), groups: words(0, 0, 1) });
    expect(groupsOf(Uint32Array.of(1, 2, 3, 4, 9), index)).toEqual([
      { place: 0, name: 'High', count: 3 },
      { place: 3, name: 'Low', count: 2 },
    ]);
    expect(groupsOf(Uint32Array.of(9, 4, 1), index)).toEqual([
      { place: 0, name: 'High', count: 1 },
      { place: 1, name: 'Low', count: 1 },
      { place: 2, name: 'High', count: 1 },
    ]);
    expect(groupsOf(new Uint32Array(), index)).toEqual([]);
  });

  it('a folded group is one line in place of its rows, and every row has the line that shows it', () => {
    const groups = fc.array(fc.record({ count: fc.integer({ min: 1, max: 5 }), away: fc.boolean() }), {
      minLength: 1,
      maxLength: 8,
    });
    fc.assert(
      fc.property(groups, (drawn) => {
        let place = 0;
        const all = drawn.map(({ count }, at) => {
          const group = { place, name: `g${String(at)}`, count };
          place += count;
          return group;
        });
        const rows = Uint32Array.from({ length: place }, (_, at) => 100 + at);
        const away = new Set(all.flatMap(({ name }, at) => (drawn[at]?.away === true ? [name] : [])));
        const list = foldedList(rows, all, away);
        const expected = all.flatMap(({ place: from, name, count }) =>
          Array.from({ length: count > 1 && away.has(name) ? 1 : count }, (_, at) => 100 + from + at),
        );
        expect([...list.rows]).toEqual(expected);
        for (const { place: from, name, count } of all) {
          const isAway = count > 1 && away.has(name);
          const lines = Array.from({ length: count }, (_, at) => lineOfPlace(list, from + at));
          const first = lines[0] ?? -1;
          expect(lines).toEqual(lines.map((_, at) => first + (isAway ? 0 : at)));
          expect([placeOfLine(list, first), list.folded.has(first)]).toEqual([from, isAway]);
          expect(list.open.some((group) => group.name === name)).toBe(count > 1 && !isAway);
        }
      }),
    );
  });
});

test('a value that nobody offers is asked about, with the nearest one if there is one', () => {
  expect([
    valueQuestion('Severity', ' Lowvl ', 'low'),
    valueQuestion('Status', 'x', null),
    valueAnswers.use('pending_retest'),
    valueAnswers.keep(' Lowvl '),
  ]).toEqual([
    '\u201cLowvl\u201d is not a severity. Use Low?',
    '\u201cx\u201d is not a status. The service may not know it.',
    'Use Pending retest',
    'Keep \u201cLowvl\u201d',
  ]);
});

test('a file that is not taken is named, if it has a name', () => {
  expect([refused('a.png', 'It is damaged.'), refused('', 'It is damaged.')]).toMatchObject([
    { code: 'invalid', message: 'a.png: It is damaged.' },
    { code: 'invalid', message: 'It is damaged.' },
  ]);
});

test('a store that cannot be written says why, as what it is; one that can says nothing', () => {
  const told: unknown[][] = [];
  const notices = { told: (...args: unknown[]) => told.push(args) } as unknown as Parameters<
    typeof showsReadOnlyToast
  >[1];
  expect([
    showsReadOnlyToast({ whyReadOnly: null }, notices),
    showsReadOnlyToast({ whyReadOnly: readOnlyReason }, notices),
    told,
  ]).toEqual([false, true, [[readOnlyReason, null, 'read-only']]]);
});

test('what a session keeps of an engagement is made once, and goes with the engagement', () => {
  const kept = new ByEngagement<{ readonly name: string }>();
  const one = kept.of('p1', () => ({ name: 'one' }));
  const two = kept.of('p2', () => ({ name: 'two' }));
  expect(kept.of('p1', () => ({ name: 'other' }))).toBe(one);
  expect(kept.all()).toEqual([one, two]);
  expect(kept.keep(new Set(['p2', 'p3']))).toEqual([one]);
  expect([kept.all(), kept.keep(new Set(['p2']))]).toEqual([[two], []]);
  expect(kept.of('p1', () => ({ name: 'new' }))).toEqual({ name: 'new' });
});

describe('what views of one name save as it is typed', () => {
  const saves = (unsaved: readonly unknown[] = [], isSending = false) => ({ unsaved, isSending });

  it('is shared while one of them is there, and made anew behind them', () => {
    const known = new SavesByName();
    const first = known.enter('a', () => saves());
    expect(known.enter('a', () => saves())).toBe(first);
    expect(known.enter('b', () => saves())).not.toBe(first);
    known.leave('a');
    expect(known.enter('a', () => saves())).toBe(first);
    known.leave('a');
    known.leave('a');
    known.leave('a');
    expect(known.enter('a', () => saves())).not.toBe(first);
  });

  it('stays until it is saved: what is typed, and what is being sent', () => {
    for (const kept of [saves(['text']), saves([], true)]) {
      const known = new SavesByName<ReturnType<typeof saves>>();
      known.enter('a', () => kept);
      known.leave('a');
      expect(known.enter('a', () => saves())).toBe(kept);
    }
  });

  it('that nobody wrote is not found again once its view has gone', () => {
    const known = new SavesByName<{ unsaved: unknown[]; isSending: boolean }>();
    const written = { unsaved: ['text'] as unknown[], isSending: false };
    known.enter('a', () => written);
    expect(known.isUnsaved).toBe(true);
    known.leave('a');
    written.unsaved = [];
    expect([known.isUnsaved, known.enter('a', () => saves() as typeof written) === written]).toEqual([
      false,
      false,
    ]);
  });
});
