import { expect, test } from 'vitest';
import { holdsDraft } from '#domain/finding/draft.ts';

const draft = 'Open the page and log in twice.';

test.each([
  [draft, true],
  [`Before. **Open the page** AND\n\n1. log in *twice*! Behind.`, true],
  ['<p>Open the page and log in twice</p>', true],
  ['Open the page and log in.', false],
  ['', false],
])('the text %j holds the draft: %s', (text, holds) => {
  expect(holdsDraft(text, draft)).toBe(holds);
});

test('a draft of less than twenty letters is found only if it is the whole text', () => {
  expect([
    holdsDraft('Log in, twice.', 'log in twice'),
    holdsDraft('First log in twice', 'log in twice'),
    holdsDraft('First abcdefghi jklmnopqrs', 'abcdefghi jklmnopqrs'),
    holdsDraft('First abcdefghi jklmnopqr', 'abcdefghi jklmnopqr'),
  ]).toEqual([true, false, true, false]);
});

test('what is no text, and a draft without letters, is found nowhere', () => {
  expect([
    holdsDraft(7, draft),
    holdsDraft(undefined, draft),
    holdsDraft('', ''),
    holdsDraft('1. 2.', '3.'),
  ]).toEqual([false, false, false, false]);
});
