import { expect, test } from 'vitest';
import type { ReportSnapshot } from '#contract/deliverable/report.ts';
import { document } from '#report/document/document.ts';
import { chartTable } from '#report/document/text/plain-tables.ts';
import { writeDocx } from '#report/docx/write.ts';
import { installedFonts } from '#report/fonts/installed-fonts.ts';
import { writeHtml } from '#report/html/write.ts';
import { drawChart } from '#domain/charts/chart-drawing.ts';
import { ChartLetters } from '#report/images/chart-letters.ts';
import { chartPicture } from '#report/images/chart-picture.ts';
import { textWidth } from '#report/fonts/text-width.ts';
import { heard, misplaced } from './support/heard.ts';
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

test('on paper a chart whose labels are cut is a picture with words, and its table follows with them in full', async () => {
  const long = Array.from({ length: 30 }, (_, at) => `part-${String(at)}`).join('/');
  const assets = [`https://a.test/${long}`, 'b.test', 'b.test'];
  const records = assets.map((asset, at) => ({ title: String(at), severity: 'low', asset: [asset] }));
  const told = await heard(snapshotOf(records), options);
  const chart = 'Findings by asset; a finding counts on each of its assets. ';
  const [figure] = [...told.elements.keys()].filter(({ alt }) => alt?.startsWith(chart));
  const tables = [...told.elements].flatMap(([{ type, under }, text]) =>
    type === 'TH' && text === 'Total' ? [under?.under] : [],
  );
  const cells = [...told.elements].flatMap(([{ type, under }, text]) =>
    type === 'TD' && under?.under === tables[0] ? [text] : [],
  );
  expect([figure?.type, figure?.alt?.includes(long), tables.length]).toEqual(['Figure', true, 1]);
  expect(cells.some((text) => text.includes('/part-29'))).toBe(true);
  expect(misplaced(told)).toEqual([]);
  const html = Buffer.from(writeHtml(told.document, new Map()).bytes).toString();
  expect(html).toContain('<details open><summary>');
});

test('charts of all forms are heard in rows of one length, and nothing of them is unsaid', async () => {
  const records = Array.from({ length: 4 }, (_, at) => ({
    title: String(at),
    severity: at < 2 ? 'high' : 'info',
    CVSS: 2.5 * at,
    cwe: [`CWE ${String(at % 3)}`],
    asset: [`${String(at)}.test`],
    owasp: [`A${String(at)}`],
    likelihood: at + 1,
    impact: at + 1,
  }));
  const told = await heard(snapshotOf(records), options);
  const captions = [...told.elements].flatMap(([{ type }, text]) => (type === 'Caption' ? [text] : []));
  expect(captions.map((text) => text.replace(/[:;].*/u, ''))).toEqual(
    [1, 2, 3, 4, 5, 6].map((number) => `Figure ${String(number)}`),
  );
  expect(misplaced(told)).toEqual([]);
  expect(told.unsaid.filter((text) => /\.test|CWE|Likelihood/u.test(text))).toEqual([]);
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

test('a picture is the same whatever was drawn before it with the same letters', () => {
  const fonts = installedFonts();
  const letters = new ChartLetters(fonts);
  const [chart] = charts(snapshot);
  const pictureOf = (by: ChartLetters): Uint8Array => {
    if (chart === undefined) throw new Error('There is no chart.');
    const drawing = drawChart(chart, 475, (text, size, bold) => textWidth(text, size, { bold }, fonts));
    return chartPicture(drawing, () => '#336699', by);
  };
  const first = pictureOf(letters);
  expect(Buffer.from(first).equals(pictureOf(letters))).toBe(true);
  expect(Buffer.from(first).equals(pictureOf(new ChartLetters(fonts)))).toBe(true);
});
