import { expect, test } from 'vitest';
import type { Json } from '#contract/json.ts';
import { parseJson } from '#domain/base/json.ts';
import { isFilled } from '#domain/finding/filled.ts';
import { isRating, ratingOf } from '#domain/finding/rating.ts';

const exact = parseJson('1.0');

test.each<[Json | undefined, boolean]>([
  [undefined, false],
  [null, false],
  ['', false],
  [' \n', false],
  [[], false],
  [{}, false],
  ['a', true],
  [0, true],
  [false, true],
  [[null], true],
  [{ a: null }, true],
  [exact.kind === 'ok' ? exact.value : null, true],
])('%j says something: %s', (value, filled) => {
  expect(isFilled(value)).toBe(filled);
});

test.each([
  'n/a',
  'N / A',
  'na',
  'None',
  'not applicable',
  'Not rated.',
  'not scored',
  '-',
  '\u2013',
  ' \u2014 ',
  '',
])('%j means no rating', (text) => {
  expect(isRating(text)).toBe(false);
});

test('any other value is a rating, as it stands', () => {
  expect(['7.5', ' n/a 7.5', 'nan', 0, [], {}, { score: 7 }, null, undefined].map(ratingOf)).toEqual([
    '7.5',
    ' n/a 7.5',
    'nan',
    0,
    null,
    null,
    { score: 7 },
    null,
    null,
  ]);
});
