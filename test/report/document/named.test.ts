import { expect, test } from 'vitest';
import { parseText } from '#domain/text/index.ts';
import { withNamedFindings } from '#report/document/named.ts';
import { sharedWidths } from '#report/pdf/layout/columns.ts';
import type { Root, RootContent } from 'hast';

const targets = new Map([
  ['H1', 'finding-1'],
  ['M12', 'finding-2'],
]);

/** A tree as text, links in brackets with where they lead. */
function shown(node: Root | RootContent): string {
  if (node.type === 'text') return node.value;
  if (node.type !== 'root' && node.type !== 'element') return '';
  const inside = node.children.map(shown).join('');
  return node.type === 'element' && node.tagName === 'a'
    ? `[${inside} ${String(node.properties['href'])}]`
    : inside;
}

test.each([
  ['Mend H1 and **M12**, then H9.', 'Mend [H1 #finding-1] and [M12 #finding-2], then H9.'],
  ['H1.', '[H1 #finding-1].'],
  ['(H1/M12)', '(H1/M12)'],
  ['XH1, H12, H1a, h1, RFC-H1, /H1, H1.5, `H1`', 'XH1, H12, H1a, h1, RFC-H1, /H1, H1.5, H1'],
  ['[H1](https://acme.test/)', '[H1 https://acme.test/]'],
  ['# H1\n\nNothing.', 'H1\nNothing.'],
])('the numbers of printed findings in %j lead to them', (text, wanted) => {
  expect(shown(withNamedFindings(parseText(text), targets)).trim()).toBe(wanted);
});

test('a text that names no finding stays the same object', () => {
  const root = parseText('Nothing **of** note.');
  expect(withNamedFindings(root, targets)).toBe(root);
});

test.each([
  ['shares are kept where every word has room', 100, [1, 3], [10, 20], [25, 75]],
  ['a column takes what its word needs from the others', 100, [1, 1, 2], [40, 10, 20], [40, 20, 40]],
  ['shares are kept where there is no room for all words', 100, [1, 1], [90, 60], [50, 50]],
])('%s', (_, room, shares, needed, wanted) => {
  expect(sharedWidths(room, shares, needed)).toEqual(wanted);
});
