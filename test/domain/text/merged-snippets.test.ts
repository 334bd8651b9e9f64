import { expect, test } from 'vitest';
import { mergedSnippets } from '#domain/text/merged-snippets.ts';

const list = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([name, text]) => ({ name, text }));

test.each([
  [
    'another window added one',
    { a: '1' },
    { a: '1', b: '2' },
    { a: '1', c: '3' },
    { a: '1', b: '2', c: '3' },
  ],
  ['another window changed what is removed here', { a: '1' }, {}, { a: '2' }, { a: '2' }],
  [
    'what is removed here is as it was',
    { a: '1', b: '2' },
    { b: '2' },
    { a: '1', b: '2', c: '3' },
    { b: '2', c: '3' },
  ],
  ['both wrote one name', { a: '1' }, { a: 'mine' }, { a: 'theirs' }, { a: 'theirs', 'a (2)': 'mine' }],
  ['another window removed what is changed here', { a: '1' }, { a: 'mine' }, {}, { a: 'mine' }],
  ['both wrote the same', { a: '1' }, { a: '2' }, { a: '2' }, { a: '2' }],
])('no text of two windows goes: %s', (_what, before, changed, now, merged) => {
  expect(mergedSnippets(list(before), list(changed), list(now))).toEqual(list(merged));
});
