import { describe, expect, test } from 'vitest';
import { document } from '#report/document/document.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { PageSetter, setAll } from '#report/pdf/set-pages.ts';
import type { ListedLine } from '#report/pdf/display-list.ts';
import { heard, misplaced } from '../support/heard.ts';
import { print } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

function tableOf(columns: number, word: string, rows = 2): string {
  const line = (of: (column: number) => string): string =>
    `|${Array.from({ length: columns }, (_, column) => of(column)).join('|')}|`;
  return [
    line((column) => `Head${String(column)}`),
    line(() => '---'),
    ...Array.from({ length: rows }, (_, row) => line((column) => `${word}${String(row)}x${String(column)}`)),
  ].join('\n');
}

const snapshotWith = (table: string) => {
  const description = table.startsWith('<') ? table : `Before.\n\n${table}\n\nAfter.`;
  return snapshotOf([{ title: 'Table', severity: 'low', asset: ['a'], description }]);
};
const options = { draft: false, sections: ['findings' as const] };

async function laidOut(table: string) {
  const set = await setAll(
    new PageSetter(installedFonts),
    document(snapshotWith(table), options),
    new Map(),
    () => undefined,
  );
  const lines = set.pages.flatMap((sheets, at) =>
    sheets
      .flat()
      .flatMap((mark): (ListedLine & { page: number })[] =>
        mark.kind === 'line' ? [{ ...mark, page: at + 1 }] : [],
      ),
  );
  const row = (words: readonly string[]): number[] =>
    words.flatMap((word) => lines.filter(({ runs }) => runs[0]?.text === word).map(({ y }) => y));
  return { ...set, lines, row };
}

describe('a table of many columns', () => {
  test('of ten columns stands upright in smaller letters, a row on one line', async () => {
    const { turned, row } = await laidOut(tableOf(10, 'v'));
    const cells = row(Array.from({ length: 10 }, (_, column) => `v0x${String(column)}`));
    expect([cells.length, new Set(cells).size, turned.size]).toEqual([10, 1, 0]);
  });

  test('that has no room on an upright page stands on a turned one, what follows on an upright one again', async () => {
    const { turned, row, pages } = await laidOut(tableOf(18, 'value'));
    const cells = row(Array.from({ length: 18 }, (_, column) => `value0x${String(column)}`));
    expect([cells.length, new Set(cells).size, [...turned], pages.length]).toEqual([18, 1, [2], 3]);
  });

  test('that has no room on any page is told record by record, each value beside its head', async () => {
    const { turned, lines } = await laidOut(tableOf(40, 'value'));
    const yOf = (word: string): number | undefined => lines.find(({ runs }) => runs[0]?.text === word)?.y;
    expect([turned.size, yOf('value0x7') === yOf('Head7')]).toEqual([0, true]);
  });

  test('that has no head either is told record by record, its first row too', async () => {
    const row = (at: number): string =>
      `<tr>${Array.from({ length: 40 }, (_, column) => `<td>value${String(at)}x${String(column)}</td>`).join('')}</tr>`;
    const { lines } = await laidOut(`<table>${row(0)}${row(1)}</table>`);
    const words = new Set(lines.map(({ runs }) => runs[0]?.text));
    expect([words.has('value0x7'), words.has('value1x7')]).toEqual([true, true]);
  });

  test.each([10, 18, 40])('of %d columns is a table to a screen reader', async (columns) => {
    const said = await heard(snapshotWith(tableOf(columns, 'value')), options);
    const inside = (type: string, word: string): Set<string> =>
      new Set(
        [...said.elements].flatMap(([{ under }, text]) =>
          under?.type === type && text.startsWith(word) ? [text] : [],
        ),
      );
    expect(misplaced(said)).toEqual([]);
    expect([inside('TD', 'value').size, inside('TH', 'Head').size]).toEqual([columns * 2, columns]);
  });

  test('comes out of the file whole, and the turned page is one', async () => {
    const printed = await print(snapshotWith(tableOf(18, 'v', 60)), options);
    const words = printed.run('pdftotext', ['-raw', 'FILE', '-']);
    const sizes = printed.run('pdfinfo', ['-l', '9', 'FILE']).match(/^Page.*size:.*$/gm) ?? [];
    const check = printed.run('qpdf', ['--check', 'FILE']);
    printed.dispose();
    expect(words.match(/v\d+x\d+/g)).toHaveLength(18 * 60);
    expect(sizes.map((size) => /841\.89 x 595\.28/.test(size))).toContain(true);
    expect(check).toContain('No syntax or stream encoding errors found');
  });
});
