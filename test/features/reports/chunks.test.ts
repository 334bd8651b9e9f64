import { expect, test } from 'vitest';
import { piecesOf } from '#features/reports/chunks.ts';

function pieces(length: number, ...chunks: string[]): string[] {
  return [
    ...piecesOf(
      length,
      chunks.map((text) => Buffer.from(text)),
    ),
  ].map((piece) => Buffer.from(piece).toString());
}

test.each([
  ['nothing', [], []],
  ['chunks without bytes', ['', ''], []],
  ['less than a piece', ['ab'], ['ab']],
  ['exactly a piece', ['abcd'], ['abcd']],
  ['exactly two pieces in one chunk', ['abcdefgh'], ['abcd', 'efgh']],
  ['many small chunks', ['a', 'bc', '', 'd', 'ef'], ['abcd', 'ef']],
  ['a chunk that ends in the middle of a piece', ['abc', 'defgh', 'ij'], ['abcd', 'efgh', 'ij']],
])('bytes come in pieces of one length: %s', (_what, chunks, expected) => {
  expect(pieces(4, ...chunks)).toEqual(expected);
});
