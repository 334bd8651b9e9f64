import { describe, expect, it, test } from 'vitest';
import { asJson, asLine, asText, asTitle, asValues, withoutCodeMarks } from '#report/document/values.ts';

test.each([
  ['a text as it is', ' a\nb ', ' a\nb ', 'a b'],
  ['a number', 1.5, '1.5', '1.5'],
  ['a yes or no', false, 'false', 'false'],
  ['null', null, '', ''],
  ['a missing member', undefined, '', ''],
  ['an object', { a: 1 }, '{\n  "a": 1\n}', '{ "a": 1 }'],
  ['a list', [1], '[\n  1\n]', '[ 1 ]'],
])('a value is shown as text and as one line: %s', (_what, value, text, line) => {
  expect([asText(value), asLine(value)]).toEqual([text, line]);
});

it('what cannot be written as JSON is an ellipsis, what JSON leaves out its name', () => {
  const round: Record<string, unknown> = {};
  round['round'] = round;
  expect([asJson(round), asJson(undefined)]).toEqual(['{…}', 'undefined']);
});

test.each([
  ['`code` here', 'code here'],
  ['a ` code ` b', 'a code b'],
  ['``a`b`` c', 'a`b c'],
  ['`one` and `two`', 'one and two'],
  ['an \\`escaped` one', 'an \\`escaped` one'],
  ['one ` alone', 'one ` alone'],
])('a title has no marks around code: %s', (title, shown) => {
  expect(withoutCodeMarks(title)).toBe(shown);
});

describe('a title', () => {
  it('is whole up to 240 letters, then cut and given whole elsewhere', () => {
    const [fits, long] = ['x'.repeat(240), 'x'.repeat(241)];
    expect([asTitle(fits, 'none'), asTitle(long, 'none')]).toEqual([
      { title: fits },
      { title: `${'x'.repeat(239)}…`, full: long },
    ]);
  });

  it('is cut between letters', () => {
    const { title } = asTitle(`${'x'.repeat(239)}😀 and more`, 'none');
    expect(title).toBe(`${'x'.repeat(239)}…`);
  });

  it.each(['', '  ', null, undefined])('is another one if there is none: %j', (value) => {
    expect(asTitle(value, 'Untitled')).toEqual({ title: 'Untitled' });
  });
});

it('a list is shown entry by entry without empty ones, anything else as one, web addresses as links', () => {
  expect([asValues(['a', ' ', null, 7]), asValues('b'), asValues(''), asValues('https://a.test/')]).toEqual([
    [{ text: 'a' }, { text: '7' }],
    [{ text: 'b' }],
    [],
    [{ text: 'https://a.test/', href: 'https://a.test/' }],
  ]);
});
