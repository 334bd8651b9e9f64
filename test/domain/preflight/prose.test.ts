import { expect, test } from 'vitest';
import { proseOf } from '#domain/preflight/prose.ts';

test.each([
  ['One *two* [three](https://a.test).', 'One two three.\n'],
  ['Run `rm -rf` now', 'Run  \u2026  now\n'],
  ['One\n\nTwo', 'One\n\nTwo\n'],
  ['One  \nTwo', 'One\nTwo\n'],
  ['See ![the page](evidence:a.png)', 'See the page\n'],
  ['<p>One<br>Two <kbd>Ctrl</kbd> <samp>x</samp> <tt>y</tt></p>', 'One\nTwo  \u2026   \u2026   \u2026 \n'],
  ['', ''],
])('the prose of %j is %j', (source, prose) => {
  expect(proseOf(source)).toBe(prose);
});

test('what stands in a block of code is no prose', () => {
  expect(proseOf('Before\n\n```\nsecret\n```\n\nBehind')).toBe('Before\n\n \u2026 \nBehind\n');
});
