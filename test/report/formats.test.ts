import { expect, test } from 'vitest';
import type { ReportFormat } from '#contract/deliverable/choices.ts';
import type { ReportOptions, ReportSnapshot, ReportVerdict } from '#contract/deliverable/report.ts';
import { isObject, parseJson } from '#domain/base/json.ts';
import { readReportFile } from '#domain/deliverable/report-file.ts';
import { parseText, visibleText } from '#domain/text/index.ts';
import { writeHtml } from '#report/html/write.ts';
import { document } from '#report/document/document.ts';
import { tableGrid } from '#report/document/table-grid.ts';
import { richMarkdown } from '#report/markdown/rich.ts';
import { writeMarkdown } from '#report/markdown/write.ts';
import { writeFormat } from '#report/process/write-format.ts';
import { hasRealData, noRealData } from '../support/real-data.ts';
import { cpuMs } from '../support/system/cpu-time.ts';
import { cellsOf, distinctFindings, lostIn, picture, readMarkdown, textsOf } from './support/format-texts.ts';
import { snapshotOf } from './support/snapshots.ts';

const odd = snapshotOf([
  {
    title: '=cmd|calc, "quoted"',
    severity: 'High',
    asset: ['a.test', '@b.test'],
    description: 'one\ntwo',
    internal_note: 'ours',
  },
  {
    title: 'Second',
    severity: 'critical',
    asset: ['x'],
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  },
]);

async function written(
  format: ReportFormat,
  snapshot: ReportSnapshot,
  options: Partial<ReportOptions> = {},
): Promise<string> {
  const images = new Map([[picture.sha256, picture.bytes]]);
  const { bytes } = await writeFormat(
    { snapshot, options: { draft: false, ...options, format }, bytes: images },
    () => undefined,
  );
  return Buffer.from(bytes).toString();
}

test('CSV has its mark, a row per finding worst first, lists line by line, and only members that have a name', async () => {
  const csv = await written('csv', odd);
  expect(csv.charCodeAt(0)).toBe(0xfeff);
  const [head = [], ...rows] = cellsOf(csv);
  const cells = rows.map((row) =>
    Object.fromEntries(
      head.map((title, at): [string, string] => [title, row[at] ?? '']).filter(([, cell]) => cell !== ''),
    ),
  );
  expect(cells).toEqual([
    {
      Number: 'C1',
      ID: 'f1',
      Title: 'Second',
      Severity: 'critical',
      'CVSS score': '9.8',
      CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
      Assets: 'x',
    },
    {
      Number: 'H1',
      ID: 'f0',
      Title: `'=cmd|calc, "quoted"`,
      Severity: 'High',
      Assets: "a.test\n'@b.test",
      Description: 'one\ntwo',
    },
  ]);
});

test.each([
  [{}, '7.5'],
  [{ csvDelimiter: ';' }, '7,5'],
  [{ csvDelimiter: ';', csvDecimal: '.' }, '7.5'],
  [{ csvDecimal: ',' }, '7,5'],
  [{ csvDelimiter: '\t' }, '7.5'],
  [{ csvDelimiter: '\t', language: 'de' }, '7,5'],
  [{ language: 'de' }, '7.5'],
] satisfies [Partial<ReportOptions>, string][])('CSV by %j has the score as %s', async (options, score) => {
  const records = [{ CVSS: '7.5' }, { CVSS: 7.5 }, { CVSS: 'by 7.5 or 8.5' }];
  const findings = records.map((record, at) => ({
    id: `f${String(at)}`,
    record,
    evidence: [],
    verdicts: [],
  }));
  const csv = await written('csv', { ...odd, findings }, options);
  const [head = [], ...rows] = cellsOf(csv);
  expect(rows.map((row) => row[head.indexOf('CVSS')])).toEqual([score, score, 'by 7.5 or 8.5']);
  expect(rows[0]?.[head.indexOf('CVSS score')]).toBe(score);
});

test('CSV has a row for each asset of a finding if it is asked for, and all in one cell otherwise', async () => {
  const assets = async (options: Partial<ReportOptions>): Promise<(string | undefined)[][]> => {
    const [head = [], ...rows] = cellsOf(await written('csv', odd, options));
    return rows.map((row) => ['Number', 'Assets', 'Description'].map((name) => row[head.indexOf(name)]));
  };
  const joined = [
    ['C1', 'x', ''],
    ['H1', "a.test\n'@b.test", 'one\ntwo'],
  ];
  expect([await assets({}), await assets({ assetRows: 'joined' })]).toEqual([joined, joined]);
  expect(await assets({ assetRows: 'each' })).toEqual([
    ['C1', 'x', ''],
    ['H1', 'a.test', 'one\ntwo'],
    ['H1', "'@b.test", 'one\ntwo'],
  ]);
});

test('CSV names the cells that a spreadsheet would cut, and has them whole', async () => {
  const record = {
    title: 'Long',
    severity: 'high',
    description: 'x'.repeat(32_768),
    observation: 'y'.repeat(32_767),
  };
  const snapshot = { ...odd, findings: [{ id: 'f1', record, evidence: [], verdicts: [] }] };
  const made = await writeFormat(
    { snapshot, options: { draft: false, format: 'csv' }, bytes: new Map() },
    () => undefined,
  );
  expect(made.longCells).toEqual([{ finding: 'H1', column: 'Description' }]);
  expect(Buffer.from(made.bytes).toString()).toContain('x'.repeat(32_768));
});

test('CSV says what each round of retests found out, in columns of its own', async () => {
  const round = { begins: '', ends: '', note: '' };
  const given: ReportVerdict = {
    round: 2,
    verdict: 'fixed',
    at: '2026-11-20',
    who: 'Mara',
    text: '=done',
    evidence: [],
  };
  const snapshot: ReportSnapshot = {
    ...odd,
    rounds: [
      { number: 1, name: '', ...round },
      { number: 2, name: 'After the release', ...round },
    ],
    findings: odd.findings.map((finding, at) => ({ ...finding, verdicts: at === 0 ? [given] : [] })),
  };
  const told = cellsOf(await written('csv', snapshot)).map((cells) => cells.slice(-8));
  expect(told).toEqual([
    ['1', '2 (After the release)'].flatMap((name) =>
      ['verdict', 'day', 'who', 'text'].map((what) => `Round ${name}: ${what}`),
    ),
    ['', '', '', '', '', '', '', ''],
    ['', '', '', '', 'fixed', '2026-11-20', 'Mara', "'=done"],
  ]);
});

test('JSON reads in again: every value with all its digits, the images, and no member without a name', async () => {
  const exact = parseJson(
    '{"title":"a","asset":["b"],"CVSS":9.80,"requests":[{"n":12345678901234567890}],"x":1}',
  );
  if (exact.kind === 'broken') throw new Error(exact.message);
  const evidence = [{ ...picture.image, caption: 'the form' }];
  const snapshot: ReportSnapshot = {
    ...odd,
    findings: [{ id: 'f9', record: isObject(exact.value) ? exact.value : {}, evidence, verdicts: [] }],
  };
  const read = parseJson(await written('json', snapshot, { draft: true }));
  const file = readReportFile(read.kind === 'ok' ? read.value : null);
  expect(JSON.stringify(file)).toBe(
    '{"kind":"report","findings":[{"record":{"title":"a","asset":["b"],' +
      '"requests":[{"n":12345678901234567890}],"CVSS":9.80},' +
      `"images":[{"content":"${Buffer.from(picture.bytes).toString('base64')}","caption":"the form"}]}]}`,
  );
});

test('a JSON document that is no report, one of a newer program and a broken one are told apart', () => {
  const kinds = [
    { title: 'a' },
    { format: 'dossier-report', formatVersion: 2, findings: [] },
    { format: 'dossier-report', formatVersion: 1 },
    { format: 'dossier-report', formatVersion: 1, findings: [7] },
  ].map((value) => readReportFile(value).kind);
  expect(kinds).toEqual(['other', 'newer', 'broken', 'broken']);
});

test.each(['html', 'csv', 'json', 'markdown'] as const)(
  '%s comes out with the same bytes again, a draft says so',
  async (format) => {
    const [first, again, draft] = [
      await written(format, odd),
      await written(format, odd),
      await written(format, odd, { draft: true }),
    ];
    expect(again).toBe(first);
    expect(/DRAFT|"draft": true/.test(first.replace(/<style>.*?<\/style>/s, ''))).toBe(false);
    expect(draft).toMatch(/DRAFT|"draft": true/);
  },
);

test('Markdown keeps signs as text, fences longer than what they hold, tables whole, and pictures at the end', () => {
  const snapshot = snapshotOf([
    {
      title: 'A `b` *c* <script>x</script> | d # e',
      severity: 'low',
      asset: ['*.test', '_x_'],
      description:
        '<p>1. no list</p><pre>```\n````\ncode</pre><table><tr><th>a|b</th></tr><tr><td><p>x</p>y`|`</td></tr></table><p># no heading</p>',
      requests: 'GET /```\n~~~~',
    },
  ]);
  const evidence = [{ ...picture.image, caption: 'a [form](x)' }];
  const shot = { ...snapshot, findings: snapshot.findings.map((finding) => ({ ...finding, evidence })) };
  const made = document(shot, { draft: false });
  const { bytes, damagedImages } = writeMarkdown(made, new Map([[picture.sha256, picture.bytes]]));
  const text = Buffer.from(bytes).toString();
  expect(damagedImages).toBe(0);
  expect(lostIn(readMarkdown(text), textsOf(made))).toEqual([]);
  expect(text).toContain('\n`````\n```\n````\ncode\n`````\n');
  expect(text).toContain('\n![Figure 2][figure-2]\n\nFigure 2: a \\[form]\\(x)\n\n## ');
  expect(text.trimEnd().split('\n').at(-1)).toMatch(/^\[figure-2\]: data:image\/png;base64,/);
  expect(text).toMatch(/^### L1 A b \\\*c\\\* \\<script>x\\<\/script> \| d # e$/m);
});

test('a width behind an image is that of the figure, and no words of the text, in HTML and Markdown', () => {
  const snapshot = snapshotOf([
    {
      title: 'T',
      severity: 'low',
      description: 'So: ![A](evidence:e1){width=50%} and ![B](evidence:e1){ width=300px }',
    },
  ]);
  const shown = {
    ...snapshot,
    findings: snapshot.findings.map((finding) => ({ ...finding, evidence: [picture.image] })),
  };
  const made = document(shown, { draft: false });
  const images = new Map([[picture.sha256, picture.bytes]]);
  const html = Buffer.from(writeHtml(made, images).bytes).toString();
  const markdown = Buffer.from(writeMarkdown(made, images).bytes).toString();
  expect([...html.matchAll(/<img [^>]* (width="[^"]*")/gu)].map(([, width]) => width)).toEqual([
    'width="50%"',
    'width="300"',
  ]);
  expect(/\{ ?width=/u.test(html)).toBe(false);
  expect(markdown.match(/^!\[.*$/gmu)).toEqual([
    '![Figure 2][figure-2]{width=50%}',
    '![Figure 3][figure-3]{width=300px}',
  ]);
});

test('what stands in a table outside of every cell becomes a cell, in every format', () => {
  const [table] = parseText('<table>stray<tr>lone<td>cell</td></tr></table>').children;
  if (table?.type !== 'element') throw new Error('It is no table.');
  const cells = tableGrid(table).rows.map((row) =>
    row.map(({ cell }) => visibleText({ type: 'root', children: cell.children })),
  );
  expect(cells).toEqual([
    ['stray', ''],
    ['lone', 'cell'],
  ]);
});

test('Markdown has code with many thousands of blanks at once', () => {
  const value = `a${' '.repeat(60_000)}b`;
  const startMs = cpuMs();
  const made = richMarkdown(parseText(`<p><code>${value}</code></p>`));
  const tookMs = cpuMs() - startMs;
  expect([made, tookMs < 1_000]).toEqual([
    [{ type: 'paragraph', children: [{ type: 'inlineCode', value }] }],
    true,
  ]);
});

test('Markdown renders back to every word of the real findings', (context) => {
  if (!hasRealData) context.skip(noRealData);
  const made = document(snapshotOf(distinctFindings()), { draft: false });
  const findings = made.blocks.filter(({ kind }) => kind === 'finding');
  const missing: string[] = [];
  for (const finding of findings) {
    const some = { ...made, blocks: [finding] };
    const { bytes } = writeMarkdown(some, new Map());
    missing.push(...lostIn(readMarkdown(Buffer.from(bytes).toString()), textsOf(some)));
  }
  expect([findings.length > 500, missing]).toEqual([true, []]);
});

test('HTML keeps code and paths from left to right in a sentence from right to left', async () => {
  const description = [
    'الملف `/etc/passwd` (انظر `C:\\x`).',
    'ثم /var/log/syslog! وأيضا SQL (a/b).',
    'Code `/etc` stays.',
    '| رأس | Path |\n|---|---|\n| أ | /etc/x |',
    'کاربر `x`.',
  ].join('\n\n');
  const page = await written(
    'html',
    snapshotOf([{ title: 'a', severity: 'low', asset: ['x'], description }]),
  );
  for (const part of [
    '<p dir="rtl" lang="ar">الملف <code dir="ltr">/etc/passwd</code> (انظر <code dir="ltr">C:\\x</code>).</p>',
    'ثم <bdi dir="ltr">/var/log/syslog</bdi>! وأيضا SQL (a/b).',
    '<p>Code <code>/etc</code> stays.</p>',
    '<td><bdi dir="ltr">/etc/x</bdi></td>',
    '<p dir="rtl" lang="fa">کاربر <code dir="ltr">x</code>.</p>',
  ]) {
    expect(page.includes(part) ? part : `not there: ${part}`).toBe(part);
  }
});

test('HTML names the language of a Japanese paragraph, whose forms a browser chooses by it, and not of a Chinese one', async () => {
  const description = '直骨今の設定を修正する。\n\n直接访问骨干网，今天。';
  const page = await written(
    'html',
    snapshotOf([{ title: 'a', severity: 'low', asset: ['x'], description }]),
  );
  expect(page).toContain('<p lang="ja">直骨今の');
  expect(page).toContain('<p>直接访问');
});

test('HTML sets lists, tables and paragraphs from right to left at the right side', async () => {
  const description =
    'مرحبا بكم\n\n- عنصر\n\n| رأس | x |\n|---|---|\n| أ | 1 |\n\n> اقتباس\n\nPlain words.\n\n- entry';
  const page = await written(
    'html',
    snapshotOf([{ title: 'a', severity: 'low', asset: ['x'], description }]),
  );
  for (const start of [
    '<p dir="rtl" lang="ar">مرحبا',
    '<ul dir="rtl" lang="ar">',
    '<table dir="rtl" lang="ar">',
    '<blockquote dir="rtl" lang="ar">',
  ]) {
    expect(page).toContain(start);
  }
  expect(page).toContain('<p>Plain words.');
  expect(page.match(/<ul dir="rtl"/gu)).toHaveLength(1);
});
