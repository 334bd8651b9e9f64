import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/json.ts';
import { cvssScore, scoredVersion, withDecimalPoint } from '#domain/finding/cvss/cvss.ts';

const v31 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const v30 = 'CVSS:3.0/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N';
const v40 = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N';
const v20 = 'AV:N/AC:L/Au:N/C:P/I:P/A:P';

describe('the score of a CVSS value', () => {
  it.each<[string, Json, number]>([
    ['a 3.1 vector', v31, 9.8],
    ['a 3.0 vector', v30, 6.1],
    ['a 4.0 vector', v40, 9.3],
    ['a 2.0 vector', v20, 7.5],
    ['a 2.0 vector in brackets', `(${v20})`, 7.5],
    ['a vector in small letters', v31.toLowerCase(), 9.8],
    ['a vector with temporal metrics', `${v31}/E:P/RL:O`, 8.8],
    ['a vector among words', `Base: ${v30} (medium)`, 6.1],
    ['a vector after its score', `9.8 ${v31}`, 9.8],
    ['a 4.0 vector beside a broken one', `${v31}/AV:L ${v40}`, 9.3],
    ['a 3.1 vector beside an incomplete one', `CVSS:4.0/AV:N/AC:L ${v31}`, 9.8],
    ['a 2.0 vector beside a broken one', `${v31}/AV:L (${v20})`, 7.5],
    ['a number', 7.5, 7.5],
    ['zero', 0, 0],
    ['a number as text', ' 7.5 ', 7.5],
    ['a number of its scale', '7.5/10', 7.5],
    ['a number with the version of the standard', '6.5 (CVSS v3.1)', 6.5],
    ['a number with its word behind a comma', '9.8, critical', 9.8],
    ['a number with its word', '10.0 (Critical)', 10],
    ['a number that keeps its digits', JSON.rawJSON('7.50'), 7.5],
    ['an object with a vector and a version', { version: '3.1', vectorString: v30 }, 6.1],
    ['an object with a score only', { version: '3.1', baseScore: 5.4, impactScore: 9 }, 5.4],
    ['nested objects, the highest of which counts', { v3: { vector: v30 }, v4: { vector: v40 } }, 9.3],
    ['a list of vectors, the highest of which counts', [v30, v31, 'none'], 9.8],
  ])('is read from %s', (_name, value, score) => {
    expect(cvssScore(value)).toBe(score);
  });

  it.each<[string, Json]>([
    ['a decimal comma', '7,5'],
    ['a decimal comma with a word', '9,8 critical'],
    ['a decimal comma behind blanks', ' 10,0'],
    ['a range', '7-9'],
    ['two scores', '7.5 / 9.1'],
    ['a score in words with another', '7 to 8.5'],
    ['a version before a vector without its prefix', '3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'],
    ['letters at the digit', '7x'],
    ['an unknown metric value', v31.replace('AV:N', 'AV:Q')],
    ['a missing base metric', 'CVSS:3.1/AV:N/AC:L'],
    ['a metric that stands twice', `${v31}/AV:L`],
    ['a broken vector behind a number', '9.8 CVSS:3.1/AV:N/AC:L'],
    ['a 2.0 vector under the name of another', `CVSS:3.1/${v20}`],
    ['two broken vectors', `${v31}/AV:L ${v40}/AV:L`],
    ['words', 'high'],
    ['an empty text', ''],
    ['a score above ten', 11],
    ['a text score above ten', '99'],
    ['a negative number', -1],
    ['nothing', null],
    ['a truth value', true],
    ['an object without any', { version: '3.1' }],
  ])('is none for %s', (_name, value) => {
    expect(cvssScore(value)).toBeNull();
  });

  it('never throws and stays between 0 and 10 for any JSON', () => {
    const fragment = fc.constantFrom(
      'CVSS:3.1',
      'CVSS:4.0',
      'AV:N',
      'AC:L',
      'Au:N',
      'PR:N',
      'S:C',
      '/',
      'E:X',
      ':',
    );
    const vectorLike = fc.array(fragment, { maxLength: 14 }).map((parts) => parts.join('/'));
    const value = fc.oneof(
      vectorLike,
      fc.jsonValue({ maxDepth: 6 }).map((json) => json as Json),
    );
    fc.assert(
      fc.property(value, (json) => {
        const score = cvssScore(json);
        expect(score === null || (score >= 0 && score <= 10)).toBe(true);
      }),
    );
  });
});

describe('the version that a score is of', () => {
  it.each<[string, string, string | null]>([
    ['3.1 before 4.0', `${v31} ${v40}`, '3.1'],
    ['4.0 before 3.1', `${v40}\n${v31.toLowerCase()}`, '4.0'],
    ['3.0 beside 2.0, which counts only alone', `${v20} ${v30}`, '3.0'],
    ['4.0 behind a broken one', `${v31}/AV:L ${v40}`, '4.0'],
    ['2.0 behind a broken one', `${v31}/AV:L ${v20}`, '2.0'],
    ['none of two broken ones', `${v31}/AV:L ${v40}/AV:L`, null],
    ['one', v31, null],
    ['the same one twice', `${v31} or ${v31}`, null],
    ['none', '9.8', null],
    ['prose', `${v31} ${v40} ${'x'.repeat(2_000)}`, null],
  ])('is said where several are in the text: %s', (_name, text, version) => {
    expect(scoredVersion(text)).toBe(version);
  });
});

it('a decimal comma alone becomes a point, anything else is left to its author', () => {
  expect(['7,5', ' 10,0 ', '9,8 critical', '7.5', '11,0', '7,'].map(withDecimalPoint)).toEqual([
    ...['7.5', '10.0'],
    ...[null, null, null, null],
  ]);
});
