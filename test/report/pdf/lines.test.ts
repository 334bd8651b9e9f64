import { expect, test } from 'vitest';
import { defaultTheme } from '#contract/deliverable/theme.ts';
import { parseText } from '#domain/text/index.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { figureBook } from '#report/pdf/layout/figure-book.ts';
import { headingItems } from '#report/pdf/parts/headings.ts';
import { codeLines } from '#report/pdf/layout/code.ts';
import { breakLines } from '#report/pdf/layout/lines.ts';
import { pageRoom, layoutContextOf } from '#report/pdf/layout/layout-context.ts';
import { richItems } from '#report/pdf/parts/rich.ts';

const fonts = installedFonts();
const press = layoutContextOf(
  { pageSize: 'A4', theme: defaultTheme, language: 'en' },
  fonts,
  figureBook(new Map(), pageRoom('A4'), () => undefined),
);

test('an address that is wider than its column is broken behind its signs, a word without any between letters', () => {
  const set = (text: string): string[] =>
    breakLines([{ text, style: { size: 9, color: '#000000' } }], 100, fonts).map(({ runs }) =>
      runs.map((run) => run.text).join(''),
    );
  expect(set('testphp.vulnweb.example.test/Mod_Rewrite_Shop')).toEqual([
    'testphp.vulnweb.',
    'example.test/',
    'Mod_Rewrite_Shop',
  ]);
  expect(set('a'.repeat(40)).map((line) => line.length)).toEqual([20, 20]);
});

test('no line ends in the slashes with which an address or a path begins', () => {
  const set = (text: string): string[] =>
    breakLines([{ text, style: { size: 9, color: '#000000' } }], 100, fonts).map(({ runs }) =>
      runs.map((run) => run.text).join(''),
    );
  expect([
    set('the reverse proxy http://proxy.test/'),
    set('(for example, at "/original-path.php")'),
    set('and / or the other file or/and directory'),
  ]).toEqual([
    ['the reverse proxy', 'http://proxy.test/'],
    ['(for example, at', '"/original-path.php")'],
    ['and / or the other file or/', 'and directory'],
  ]);
});

test('a line of code that is a ruler wider than the page is printed whole', () => {
  const style = { size: 9, color: '#000000' };
  const styles = { plain: style, keyword: style, name: style, string: style, value: style, comment: style };
  const ruler = '-'.repeat(300);
  const lines = codeLines([{ text: ruler, kind: 'plain' }], styles, 400, fonts);
  expect(lines.length).toBeGreaterThan(1);
  expect(lines.flatMap(({ runs }) => runs.map(({ text }) => text)).join('')).toBe(ruler);
});

test('a paragraph that ends in a colon stays with what it announces, the last entry of a list with the one before', () => {
  const kept = (text: string): boolean[] => richItems(parseText(text), 4, press).map(({ keep }) => keep);
  expect({
    code: kept('Set this:\n\n```\nx: y\n```\n\nDone.'),
    list: kept('<p>These:</p><ul><li>one:</li></ul>'),
    entries: kept('- one\n- two\n- three'),
    nothing: kept('The end:'),
    plain: kept('One.\n\nTwo.'),
  }).toEqual({
    code: [true, false, false],
    list: [true, false],
    entries: [false, true, false],
    nothing: [false],
    plain: [false, false],
  });
});

test('the name of an asset takes few lines: a long address is set in smaller letters', () => {
  const lines = (title: string): number =>
    headingItems({ target: 't', title, parent: 'findings' }, press).length;
  const address = `http://portal.acme.test/${'a1b2'.repeat(53)}`;
  expect([lines('portal.acme.test'), lines(address)]).toEqual([1, 4]);
});
