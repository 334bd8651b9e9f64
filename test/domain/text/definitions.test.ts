import { expect, test } from 'vitest';
import { parseText, visibleText } from '#domain/text/index.ts';

const shown = (source: string) => visibleText(parseText(source, 'markdown'));

test('the address of a link that must not be one stands behind its words, the title too', () => {
  expect(shown('See [there][r].\n\n[r]: javascript:steal() "soon"').trim()).toBe(
    'See there (javascript:steal()) (soon).',
  );
});

test('a definition that comes too late for its name stays readable', () => {
  expect(shown('[a][r]\n\n[r]: https://one.example\n\n[r]: https://two.example')).toContain(
    '[r]: https://two.example',
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
