import { expect, test } from 'vitest';
import { headingLines, headingWords } from '#renderer/features/findings/editor/outline.ts';

test('headings of a text are its lines with signs, outside of code', () => {
  const text = [
    '# One',
    'words',
    '```sh',
    '# no heading',
    '````',
    '## Two ##',
    '#none',
    '~~~',
    '# code',
  ].join('\n');
  expect(headingLines(text)).toEqual(['# One', '## Two ##']);
});

test('a text of many headings gives the first twelve', () => {
  const lines = Array.from({ length: 20 }, (_, at) => `## Step ${String(at)}`);
  expect(headingLines(lines.join('\r\n'))).toEqual(lines.slice(0, 12));
});

test('the words of a heading are without its signs', () => {
  expect(['# One', '  ## Two ##', '### `curl` and **more**'].map(headingWords)).toEqual([
    'One',
    'Two',
    'curl and more',
  ]);
});
