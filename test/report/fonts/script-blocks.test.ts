import { expect, it, test } from 'vitest';
import { emojiSequence, graphemes, isJoiner, mayHoldSequence, scriptFace } from '#report/fonts/scripts.ts';

test.each([
  ['devanagari', 0x900, 0x97f],
  ['bengali', 0x980, 0x9ff],
  ['gurmukhi', 0xa00, 0xa7f],
  ['gujarati', 0xa80, 0xaff],
  ['tamil', 0xb80, 0xbff],
  ['telugu', 0xc00, 0xc7f],
  ['kannada', 0xc80, 0xcff],
  ['malayalam', 0xd00, 0xd7f],
  ['devanagari', 0x1cd0, 0x1cff],
  ['devanagari', 0xa8e0, 0xa8ff],
])('%s draws its block from the first character to the last', (face, first, last) => {
  expect([scriptFace(first), scriptFace(last)]).toEqual([face, face]);
});

it('characters of other scripts need no face of their own', () => {
  expect([0x41, 0x8ff, 0xb00, 0xd80, 0x1ccf, 0x1d00, 0xa8df, 0xa900, 0x1f600].map(scriptFace)).toEqual(
    Array.from({ length: 9 }, () => undefined),
  );
});

it('two characters join or part the ones beside them', () => {
  expect([0x200b, 0x200c, 0x200d, 0x200e].map(isJoiner)).toEqual([false, true, true, false]);
});

test.each([
  ['a flag', '🇩🇪', '🇩🇪'],
  ['a keycap', '1️⃣', '1️⃣'],
  ['a colour of skin', '👍🏽!', '👍🏽'],
  ['what is joined', '👩‍💻x', '👩‍💻'],
  ['a picture by itself', '😀', ''],
  ['a letter', 'a', ''],
  ['nothing', '', ''],
])('signs that are one picture are found together: %s', (_what, text, found) => {
  expect([emojiSequence(text, 0), emojiSequence(`ab${text}`, 2)]).toEqual([found, found]);
});

it('a text without such signs is not searched', () => {
  expect(['plain text', '😀', '🇩🇪', '👩‍💻', '1️⃣', '👍🏽'].map(mayHoldSequence)).toEqual([
    ...[false, false],
    ...[true, true, true, true],
  ]);
});

it('letters are what a reader takes for one', () => {
  expect(graphemes('ae\u0301👩‍💻')).toEqual(['a', 'e\u0301', '👩‍💻']);
});
