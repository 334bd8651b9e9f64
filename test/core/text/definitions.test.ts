import { expect, test } from 'vitest';
import { parseText, visibleText } from '#core/text/index.ts';

const shown = (source: string) => visibleText(parseText(source, 'markdown'));

test('the address of a link that must not be one stays readable where it was defined', () => {
  expect(shown('See [there][r].\n\n[r]: javascript:steal() "soon"')).toBe(
    'See [there][r].\n\n[r]: javascript:steal() "soon"\n',
  );
});

test('the address of an image, which is never shown, stays readable where it was defined', () => {
  expect(shown('![plan][p]\n\n[p]: https://host.example/plan.png')).toBe(
    '![plan][p]\n\n[p]: https://host.example/plan.png\n',
  );
});

test('the address of a link is in the link and not shown again', () => {
  expect(shown('See [there][r].\n\n[r]: https://host.example/')).toBe('See there.\n');
});
