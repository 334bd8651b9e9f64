import { expect, test } from 'vitest';
import type { ReportSnapshot } from '#contract/deliverable/report.ts';
import { document } from '#report/document/document.ts';
import { chartTable } from '#report/document/text/plain-tables.ts';
import { writeDocx } from '#report/docx/write.ts';
import { writeHtml } from '#report/html/write.ts';
import { heard } from './support/heard.ts';
import { snapshotOf } from './support/snapshots.ts';

const options = { draft: false } as const;
const snapshot = snapshotOf([
  { title: 'One', severity: 'critical' },
  { title: 'Two', severity: 'low' },
  { title: 'Three', severity: 'low' },
]);

function charts(of: ReportSnapshot) {
  return document(of, options).blocks.flatMap((block) =>
    block.kind === 'summary' && block.chart !== undefined ? [block.chart] : [],
  );
}

test('on paper a chart is heard as the table that it shows, in its order', async () => {
  const { elements } = await heard(snapshot, options);
  const caption = [...elements].find(([{ type }]) => type === 'Caption');
  const rows = [...elements.keys()].filter(
    ({ under, type }) => type === 'TR' && under === caption?.[0].under,
  );
  const cells = rows.map((row) =>
    [...elements].flatMap(([{ type, under }, text]) => (under === row ? [`${type} ${text}`] : [])),
  );
  expect(caption?.[1]).toBe('Figure 1: Findings by severity');
  expect(cells).toEqual([
    ['TH Critical', 'TD 1'],
    ['TH High', 'TD 0'],
    ['TH Medium', 'TD 0'],
    ['TH Low', 'TD 2'],
    ['TH Info', 'TD 0'],
  ]);
});

test('a page of HTML says what the picture shows, and has its table to open', () => {
  const html = Buffer.from(writeHtml(document(snapshot, options), new Map()).bytes).toString();
  expect(html).toContain(
    'role="img" aria-label="Findings by severity. Critical 1; High 0; Medium 0; Low 2; Info 0"',
  );
  expect(html).toMatch(/<details><summary>Data as a table<\/summary>.*?<td><div><bdi>Low<\/bdi>/su);
});

test('a document of Word has the same drawing as a picture each time, with its words and its table', () => {
  const [one, other] = [0, 1].map(() => Buffer.from(writeDocx(document(snapshot, options), new Map()).bytes));
  expect(one?.equals(other ?? Buffer.alloc(0))).toBe(true);
});

test('the table of a chart has its labels in full, with the sums of stacked bars', () => {
  const [chart] = charts(snapshot);
  expect(chart === undefined ? [] : chartTable(chart).columns.map(({ title }) => title)).toEqual([
    'Severity',
    'Findings',
  ]);
});
