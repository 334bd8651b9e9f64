import { expect, test } from 'vitest';
import { asOneLine } from '#renderer/features/findings/editor/fields/one-line.ts';

test.each([
  ['A title', 3, 'A title', 3],
  ['two  blanks stay ', 17, 'two  blanks stay ', 17],
  ['one\ntwo', 4, 'one two', 4],
  ['one \r\n\r\n  two\nthree', 20, 'one two three', 13],
  ['one\ntwo', 7, 'one two', 7],
])('%j with the caret at %i is one line', (text, caret, line, at) => {
  expect(asOneLine(text, caret)).toEqual({ text: line, caret: at });
});
