import { expect, test } from 'vitest';
import { csvField } from '#domain/base/csv.ts';

test.each([
  ['=1+1', true],
  ['+1', true],
  ['-1', true],
  ['@SUM(A1)', true],
  ['\t=1', true],
  ['  =1', true],
  ['"=1', true],
  [`' "=1`, true],
  ['\u200b=1', true],
  ['\u00a0\ufeff@x', true],
  ['\uff1d1', true],
  ['1=1', false],
  ['a@b.test', false],
  ['plain', false],
  ['', false],
])('a spreadsheet takes the cell %j for no formula', (value, led) => {
  expect(csvField(value)).toBe(`"${led ? "'" : ''}${value.replaceAll('"', '""')}"`);
});

test.each([
  [';=1+cmd', ',', `";'=1+cmd"`],
  ['a; "=1', ',', `"a;' ""=1"`],
  ['a,=1', ',', '"a,=1"'],
  ['a,=1', ';', `"a,'=1"`],
  ['a;=1', ';', '"a;=1"'],
  ['list\n- item\r\n+1', ',', `"list\n'- item\r\n'+1"`],
  ['\r=1', ',', `"'\r'=1"`],
  ['a; b, c', ',', '"a; b, c"'],
] as const)('no cell of %j begins with a formula under the other delimiter', (value, delimiter, field) => {
  expect(csvField(value, delimiter)).toBe(field);
});

test('CSV shows control characters by a sign', () => {
  expect(csvField('a\u0000b\u001b\u001fc\u007f\u0080\u0085\td')).toBe(
    '"a\u2400b\u241b\u241fc\u2421\ufffd\ufffd\td"',
  );
});
