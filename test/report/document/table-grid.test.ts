import { describe, expect, test } from 'vitest';
import { parseText, visibleText } from '#domain/text/index.ts';
import { document } from '#report/document/document.ts';
import { beginsAt, tableGrid, type TableGrid } from '#report/document/table-grid.ts';
import { writeHtml } from '#report/html/write.ts';
import { writeMarkdown } from '#report/markdown/write.ts';
import { print } from '../support/pdf-tools.ts';
import { snapshotOf } from '../support/snapshots.ts';

function gridOf(source: string): TableGrid {
  const table = parseText(source, 'html').children.find((child) => child.type === 'element');
  if (table?.type !== 'element' || table.tagName !== 'table') throw new Error('It is no table.');
  return tableGrid(table);
}

/** Each row as its cells stand under the heads; a place that a merged cell covers is a dot. */
function placesOf(source: string): string[] {
  return gridOf(source).rows.map((row, at) =>
    row
      .map((place, column) => {
        const text = visibleText({ type: 'root', children: place.cell.children }).trim();
        return beginsAt(place, at, column) ? text.replace(/\s+/gu, ' ') : '.';
      })
      .join('|'),
  );
}

describe('each value stands under its head', () => {
  test.each([
    ['<tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3', ['a|b', '1|2', '.|3']],
    [
      '<tr><th>a<th>b<th>c<tr><td rowspan=2 colspan=2>1<td>2<tr><td>3<tr><td>4<td>5<td>6',
      ['a|b|c', '1|.|2', '.|.|3', '4|5|6'],
    ],
    ['<tr><th>a<th>b<tr><td rowspan=0>1<td>2<tr><td>3<tr><td>4', ['a|b', '1|2', '.|3', '.|4']],
    ['<tr><th>a<th>b<tr><td rowspan=65000>1<td>2<tr><td>3', ['a|b', '1|2', '.|3']],
    ['<tr><th>a<th>b<tr><td colspan=1000>1<tr><td>2<td>3', ['a|b', '1|.', '2|3']],
    ['<tr><th>a<th>b<tr><td colspan=0>1<td>2', ['a|b', '1|2']],
    ['<tr><th>a<th>b<th>c<tr><td>1', ['a|b|c', '1||']],
    ['<tr><th>a<th>b<tr><td>1<td rowspan=2>2<tr><td colspan=2>3', ['a|b', '1|2', '3|.']],
    ['<tr><td rowspan=2>1<tr><tr><td>2', ['1', '2']],
    [
      '<tfoot><tr><td>sum<td>9</tfoot><tbody><tr><td rowspan=5>x<td>9</tbody><thead><tr><td>a<td>b</thead>',
      ['a|b', 'x|9', 'sum|9'],
    ],
  ])('%s', (rows, expected) => {
    expect(placesOf(`<table>${rows}</table>`)).toEqual(expected);
  });

  test('a head that goes on below the head ends with it, and rows of heads count as long as they hold heads alone', () => {
    const two = gridOf(
      '<table><tr><th rowspan=2>host<th colspan=2>ports<tr><th>tcp<th>udp<tr><td>a<td>1<td>2</table>',
    );
    const corner = gridOf('<table><tr><td><th>a<th>b<tr><th>x<td>1<td>2</table>');
    const long = gridOf(
      '<table><thead><tr><th rowspan=9>a<th>b</thead><tbody><tr><td>1<td>2</tbody></table>',
    );
    expect([two.headRows, corner.headRows, long.headRows]).toEqual([2, 1, 1]);
    expect(long.rows[1]?.map(({ cell }) => cell.children.length)).toEqual([1, 1]);
  });

  test('a caption is one, columns without words are not printed, no span costs more than the table is large', () => {
    const source =
      '<table><caption>Open <b>ports</b></caption><colgroup span="2"><col style="width:9%"></colgroup>' +
      '<tr><th>a<th>b<tr><td>1<td>2</table>';
    const { caption } = gridOf(source);
    expect(visibleText({ type: 'root', children: [...caption] })).toBe('Open ports');
    expect(placesOf(source)).toEqual(['a|b', '1|2']);
    const hostile = `<table>${'<tr><td rowspan=65000 colspan=1000>x'.repeat(3_000)}</table>`;
    expect(gridOf(hostile).rows.length).toBe(3_000);
  });
});

test('a table in a figure, as editors write it, is a table with its caption below', () => {
  const source =
    '<figure class="table"><table><tbody><tr><th>a</th></tr><tr><td>1</td></tr></tbody></table><figcaption>Ports</figcaption></figure>';
  const [block] = parseText(source).children;
  const children = block?.type === 'element' ? block.children : [];
  expect(children.map((child) => (child.type === 'element' ? child.tagName : child.type))).toEqual([
    'table',
    'p',
  ]);
  expect(visibleText(parseText(source))).not.toContain('<');
});

const merged =
  '<p>Before.</p><table><caption>Services</caption><thead><tr><th rowspan="2">Host</th><th colspan="2">Ports</th></tr>' +
  '<tr><th>Open</th><th align="right">Closed</th></tr></thead><tbody>' +
  '<tr><td rowspan="2"><p>alpha</p><p>10.0.0.1</p></td><td>22</td><td style="text-align: right">7</td></tr>' +
  '<tr><td>443</td><td align="right">9</td></tr></tbody></table><p>After.</p>';
const snapshot = snapshotOf([{ title: 'Table', severity: 'low', asset: ['a'], description: merged }]);
const options = { draft: false, sections: ['findings' as const] };

test('Markdown fills the places of merged cells, names every head of a column, and sets the caption before', () => {
  const text = Buffer.from(writeMarkdown(document(snapshot, options), new Map()).bytes).toString();
  expect(text).toContain(
    [
      'Services',
      '',
      '| Host | Ports<br>Open | Ports<br>Closed |',
      '| - | - | -: |',
      '| alpha<br>10.0.0.1 | 22 | 7 |',
      '| | 443 | 9 |',
    ].join('\n'),
  );
});

test('HTML keeps merged cells, heads of several rows, the caption and what is set to the right', () => {
  const html = new TextDecoder().decode(writeHtml(document(snapshot, options), new Map()).bytes);
  expect(html).toContain(
    '<caption id="table-1"><b>Table 1</b>: Services</caption><thead><tr><th scope="col" rowspan="2">Host</th>',
  );
  expect(html).toContain('<th scope="colgroup" colspan="2">Ports</th></tr><tr><th scope="col">Open</th>');
  expect(html).toContain('<tr><td>443</td><td class="right">9</td></tr>');
});

test('a PDF sets the values of merged rows under their heads, and numbers to the right', async () => {
  const printed = await print(snapshot, options);
  try {
    const lines = printed.run('pdftotext', ['-layout', 'FILE', '-']).split('\n');
    const line = (word: string): string => lines.find((one) => one.includes(word)) ?? '';
    expect(lines.findIndex((one) => one.includes('Services'))).toBeLessThan(
      lines.findIndex((one) => one.includes('Host')),
    );
    expect(line('Open').indexOf('Open')).toBe(line('443').indexOf('443'));
    const ends = [line('Closed').trimEnd().length, line('443').trimEnd().length] as const;
    expect(Math.abs(ends[0] - ends[1])).toBeLessThanOrEqual(1);
    expect(printed.run('qpdf', ['--check', 'FILE'])).toContain('No syntax');
  } finally {
    printed.dispose();
  }
});

test('a table of very many columns tells a merged cell in each record that it covers', async () => {
  const heads = Array.from({ length: 40 }, (_, at) => `<th>Head${String(at)}</th>`).join('');
  const cells = Array.from({ length: 39 }, (_, at) => `<td>value${String(at)}</td>`).join('');
  const description = `<table><tr>${heads}</tr><tr><td rowspan="2">shared</td>${cells}</tr><tr>${cells}</tr></table>`;
  const printed = await print(
    snapshotOf([{ title: 'Table', severity: 'low', asset: ['a'], description }]),
    options,
  );
  try {
    const text = printed.run('pdftotext', ['-layout', 'FILE', '-']);
    expect(text.match(/Head0 +shared/gu)).toHaveLength(2);
  } finally {
    printed.dispose();
  }
});
