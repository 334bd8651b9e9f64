import { expect, test } from 'vitest';
import {
  anchoredPlace,
  anchorOf,
  occurrenceBehind,
  placesOf,
  readWords,
} from '#domain/text/words/passage-anchor.ts';

const two = 'User A has a weak password on the portal. User B has a weak password on the gateway.';
const quote = 'weak password';

/** The words behind the passage that an anchor finds in a text; null if it has gone. */
function behind(text: string, was: string, occurrence: number, words = quote): string | null {
  const all = readWords(text);
  const passage = readWords(words);
  const place = anchoredPlace(all, passage, anchorOf(was, words, occurrence));
  return place === -1 ? null : all.slice(place + passage.length, place + passage.length + 3).join(' ');
}

test.each([
  ['the same text', two, 0, 'on the portal'],
  ['the same text, the second', two, 1, 'on the gateway'],
  ['a copy before it', `The weak password policy is new. ${two}`, 1, 'on the gateway'],
  ['the first one deleted', 'User B has a weak password on the gateway.', 1, 'on the gateway'],
  ['its own sentence deleted', 'User A has a weak password on the portal.', 1, null],
  ['its own sentence deleted, the first', 'User B has a weak password on the gateway.', 0, null],
  ['words around it edited', two.replace('User B has a', 'Another user chose one'), 1, 'on the gateway'],
  ['its words edited', two.replace('weak password on the gateway', 'bad password on the gateway'), 1, null],
  [
    'formatting around it',
    two.replace('weak password on the g', '**weak** [password](https://a.test/weak-password) on the g'),
    1,
    'on the gateway',
  ],
])('a comment stays where it was made: %s', (_name, now, occurrence, expected) => {
  expect(behind(now, two, occurrence)).toBe(expected);
});

test('a passage that stood once, and stands once, is found whatever is around it', () => {
  expect(behind('All else was rewritten: weak password is bad.', 'A weak password was found.', 0)).toBe(
    'is bad',
  );
});

test('of many alike, the one in the middle stays itself as one before it goes', () => {
  const rows = ['a', 'b', 'c', 'd'].map((name) => `| host ${name} | High |`);
  expect(behind(rows.slice(1).join('\n'), rows.join('\n'), 2, 'High')).toBe('host d High');
});

test('what stands before a selection says which place it is', () => {
  const from = two.lastIndexOf(quote);
  expect([occurrenceBehind(two.slice(0, from), quote), occurrenceBehind('', quote)]).toEqual([1, 0]);
});

test('there is no anchor of words that a text does not have', () => {
  expect([anchorOf(two, 'strong', 0), anchorOf(two, quote, 2), anchorOf(two, '==', 0)]).toEqual([
    null,
    null,
    null,
  ]);
});

test('a passage is found where all of its words stand', () => {
  const words = ['weak', 'password', 'weak', 'weak', 'password', 'weak'];
  expect([
    placesOf(words, ['weak', 'password']),
    placesOf(words, ['weak']),
    placesOf(words, []),
    placesOf([], ['a']),
  ]).toEqual([[0, 3], [0, 2, 3, 5], [], []]);
});

test('six words on each side are remembered, and where the text ends before them', () => {
  expect(anchorOf('a b c d e f g X h i j k l m n', 'X', 0)).toEqual({
    at: 0,
    around: [{ before: ['g', 'f', 'e', 'd', 'c', 'b'], after: ['h', 'i', 'j', 'k', 'l', 'm'] }],
  });
  expect(anchorOf('a b X c', 'X', 0)).toEqual({
    at: 0,
    around: [{ before: ['b', 'a', '^'], after: ['c', '^'] }],
  });
});

test('of many places the thirty around the one that is meant are remembered', () => {
  const text = Array.from({ length: 50 }, (_, at) => `n${String(at)} X`).join(' ');
  const told = (occurrence: number) => {
    const anchor = anchorOf(text, 'X', occurrence);
    return [anchor?.at, anchor?.around.length, anchor?.around[anchor.at]?.before[0]];
  };
  expect([told(0), told(14), told(15), told(30), told(49)]).toEqual([
    [0, 30, 'n0'],
    [14, 30, 'n14'],
    [15, 30, 'n15'],
    [15, 30, 'n30'],
    [29, 30, 'n49'],
  ]);
});

test('without an anchor the first place is meant, and none if the words have gone', () => {
  expect([
    anchoredPlace(['a', 'X', 'X'], ['X'], null),
    anchoredPlace(['a'], ['X'], null),
    anchoredPlace(['a'], ['X'], anchorOf('X', 'X', 0)),
  ]).toEqual([1, -1, -1]);
});
