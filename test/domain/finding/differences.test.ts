import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparableText, differences } from '#domain/finding/differences.ts';

const shown = (older: string, newer: string) =>
  differences(older, newer).map(({ kind, text }) => `${kind} ${JSON.stringify(text)}`);

test('a changed word is shown inside its line', () => {
  expect(shown('one\nthe host answers slowly\nthree', 'one\nthe host answers quickly\nthree')).toEqual([
    'same "one\\nthe host answers "',
    'gone "slowly"',
    'new "quickly"',
    'same "\\nthree"',
  ]);
});

test('lines that share little are shown whole', () => {
  expect(shown('a\nalpha beta\n', 'a\n<p>quite another thing</p>\n')).toEqual([
    'same "a\\n"',
    'gone "alpha beta\\n"',
    'new "<p>quite another thing</p>\\n"',
  ]);
});

test('the differences hold both texts whole', () => {
  const text = fc.array(fc.constantFrom('a', 'b ', '\n', 'c d', 'é', '\r\n', '—'), { maxLength: 40 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const [older, newer] = [one.join(''), other.join('')];
      const parts = differences(older, newer);
      const side = (left: string) =>
        parts
          .filter(({ kind }) => kind !== left)
          .map((part) => part.text)
          .join('');
      expect([side('new'), side('gone')]).toEqual([older, newer]);
    }),
  );
});

test('texts of thousands of other lines are compared in bounded time', () => {
  const lines = (word: string) => Array.from({ length: 6_000 }, (_, at) => `${word} ${at}\n`).join('');
  expect(differences(lines('a'), lines('b')).map(({ kind }) => kind)).toEqual(['gone', 'new']);
});

test('lists of texts are compared line by line, other values as their JSON', () => {
  expect(
    [undefined, null, 'a', ['a', 'b'], [1], { b: [] }].map((value) => comparableText(value, 'title')),
  ).toEqual(['', '', 'a', 'a\nb', '[\n  1\n]', '{\n  "b": []\n}']);
});

test('severities and statuses are compared by the words that users know them by', () => {
  const compared = ['severity', 'status', 'title'].map((member) => comparableText('pending_retest', member));
  expect(compared).toEqual(['Pending retest', 'Pending retest', 'pending_retest']);
});
