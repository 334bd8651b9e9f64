import { expect, test } from 'vitest';
import { upright } from '#domain/images/upright.ts';
import type { Orientation } from '#domain/images/orientation.ts';

/** Three pixels wide and two high: a b c over d e f, as a camera stores what looks so for each orientation. */
test.each<[Orientation, string, string]>([
  [1, 'abc def', 'abc def'],
  [2, 'abc def', 'cba fed'],
  [3, 'abc def', 'fed cba'],
  [4, 'abc def', 'def abc'],
  [5, 'abc def', 'ad be cf'],
  [6, 'abc def', 'da eb fc'],
  [7, 'abc def', 'fc eb da'],
  [8, 'abc def', 'cf be ad'],
])('pixels stored with orientation %i are turned as a browser turns them', (orientation, stored, shown) => {
  const rows = stored.split(' ');
  const rgba = Uint8Array.from([...rows.join('')].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 255]));
  const made = upright({ width: 3, height: 2, rgba }, orientation);
  const signs = [...made.rgba].filter((_value, at) => at % 4 === 0).map((code) => String.fromCharCode(code));
  const lines = Array.from({ length: made.height }, (_row, at) =>
    signs.slice(at * made.width, (at + 1) * made.width).join(''),
  );
  expect(lines.join(' ')).toBe(shown);
});
