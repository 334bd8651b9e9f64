import { expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { ReportOptions, ReportSnapshot, ReportVerdict } from '#contract/deliverable/report.ts';
import { numberedFindings } from '#report/document/numbered.ts';
import { wordsOf } from '#report/languages/index.ts';
import { assetMatrix } from '#report/xlsx/asset-matrix.ts';
import { writeXlsx } from '#report/xlsx/write.ts';
import { attacks } from '../../e2e/hostile/corpus.ts';
import { hostileBody } from '../../e2e/hostile/visit.ts';
import { hasRealData, noRealData } from '../../support/real-data.ts';
import { distinctFindings } from '../support/format-texts.ts';
import { readOffice, type OfficeFile } from '../support/office-file.ts';
import { snapshotOf } from '../support/snapshots.ts';
import { elementsOf, within, wordsIn, type XmlElement } from '../support/xml.ts';
import { sheetFaults } from './sheet-faults.ts';

/* The findings for Excel, read back cell by cell. */

function made(
  records: readonly JsonObject[],
  options: Partial<ReportOptions> = {},
  more: Partial<ReportSnapshot> = {},
) {
  const written = writeXlsx({ ...snapshotOf(records), ...more }, { draft: false, ...options });
  return { ...written, file: readOffice(written.bytes) };
}

/** The names of the sheets, in order. */
function sheetNames({ parts }: OfficeFile): string[] {
  const workbook = parts.get('xl/workbook.xml');
  return workbook === undefined
    ? []
    : [...within(workbook)].flatMap(({ name, attributes }) =>
        name === 'sheet' ? [attributes['name'] ?? ''] : [],
      );
}

function sheetOf(file: OfficeFile, name: string): XmlElement {
  const sheet = file.parts.get(`xl/worksheets/sheet${String(sheetNames(file).indexOf(name) + 1)}.xml`);
  if (sheet === undefined) throw new Error(`No sheet ${name}`);
  return sheet;
}

/** The cells of a sheet, row by row: a number as it is, a text as its words. */
function cellsOf(file: OfficeFile, name: string): Record<string, string | number>[] {
  return [...within(sheetOf(file, name))].flatMap((row) =>
    row.name === 'row'
      ? [
          Object.fromEntries(
            elementsOf(row).flatMap((cell) => {
              const [inside] = elementsOf(cell);
              if (inside === undefined) return [];
              const column = (cell.attributes['r'] ?? '').replace(/\d+/u, '');
              const [words] = elementsOf(inside);
              return [[column, words === undefined ? Number(wordsIn(inside)) : wordsIn(words)]];
            }),
          ),
        ]
      : [],
  );
}

function rowUnderHeads(file: OfficeFile, name: string, at: number): Record<string, string | number> {
  const [head = {}, ...rows] = cellsOf(file, name);
  return Object.fromEntries(
    Object.entries(rows[at] ?? {}).map(([column, value]) => [String(head[column]), value]),
  );
}

const two: readonly JsonObject[] = [
  {
    title: '=cmd|calc',
    severity: 'High',
    status: 'open',
    asset: ['a.test', '@b.test'],
    description: 'one\ntwo _x000D_',
    references: ['https://owasp.org/x y'],
    internal_note: 'ours',
  },
  {
    title: 'Second',
    severity: 'critical',
    asset: ['a.test'],
    CVSS: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  },
];

const rounds = [{ number: 1, name: 'March', begins: '2026-03-01', ends: '', note: '' }];

test('the sheets say what there is, on which assets, and what is to be done', () => {
  const { file } = made(two);
  expect(sheetFaults(file)).toEqual([]);
  expect(sheetNames(file)).toEqual([
    'Summary of findings',
    'Findings',
    'Assets',
    'Findings and assets',
    'Remediation',
  ]);
  expect(rowUnderHeads(file, 'Findings', 1)).toEqual({
    'No.': 'H1',
    ID: 'f0',
    Title: '=cmd|calc',
    Severity: 'High',
    Status: 'Open',
    Assets: 'a.test\n@b.test',
    Description: 'one\ntwo _x005F_x000D_',
    References: 'https://owasp.org/x y',
  });
  expect(rowUnderHeads(file, 'Findings', 0)).toMatchObject({ 'No.': 'C1', CVSS: 9.8 });
  expect(
    cellsOf(file, 'Assets')
      .slice(1)
      .map(({ A, B }) => [A, B]),
  ).toEqual([
    ['a.test', 'C1'],
    ['a.test', 'H1'],
    ['@b.test', 'H1'],
  ]);
  expect(rowUnderHeads(file, 'Remediation', 0)).toEqual({
    'No.': 'C1',
    Title: 'Second',
    Severity: 'Critical',
    State: 'Open',
  });
});

test.each([
  ['en', 'March', ['Fixed', 'Risk accepted', 'In progress', 'Open']],
  ['de', 'Nachprüfung 1', ['Behoben', 'Risiko akzeptiert', 'In Arbeit', 'Offen']],
] as const)(
  'words of a program are words of the language, and the tracker knows what is known: %s',
  (language, round, states) => {
    const snapshot = snapshotOf(
      ['closed', 'risk_accepted', 'closed', 'pending_retest'].map((status) => ({ status })),
    );
    const verdict: ReportVerdict = {
      round: 1,
      verdict: 'partly',
      at: '2026-03-05',
      who: 'Mara',
      text: 'Half',
      evidence: [],
    };
    const findings = snapshot.findings.map((finding, at) => ({
      ...finding,
      closed: at === 0 || at === 2,
      ...(at === 2 ? { verdicts: [verdict] } : {}),
    }));
    const named = language === 'en' ? rounds : rounds.map((one) => ({ ...one, name: '' }));
    const { file } = made([], { language }, { findings, rounds: named });
    const words = wordsOf(language);
    expect(rowUnderHeads(file, words.chapters.findings, 2)).toEqual({
      [words.columns.number]: 'U3',
      [words.finding.status]: words.statuses['closed'] ?? 'Closed',
      [round]: words.verdicts.partly,
      [`${round}: ${words.columns.date}`]: 46_086,
      [`${round}: ${words.columns.name}`]: 'Mara',
      [`${round}: ${words.columns.note}`]: 'Half',
      ID: 'f2',
    });
    expect(
      cellsOf(file, words.tracker.title)
        .slice(1)
        .map(({ F }) => F),
    ).toEqual(states);
    expect(cellsOf(file, words.chapters.summary)).toContainEqual({ A: words.verdicts.partly, B: 1 });
    expect(cellsOf(file, words.chapters.summary)).toContainEqual({ A: words.noVerdict, B: 3 });
  },
);

test('printed pages repeat heads and names, and say what they are of in words that are no codes', () => {
  const more = { client: 'B&B &P Industries', name: 'x' };
  const { file } = made(two, { draft: true, title: '&D '.repeat(40), pageSize: 'Letter' }, more);
  expect(sheetFaults(file)).toEqual([]);
  const workbook = file.parts.get('xl/workbook.xml');
  const named = workbook === undefined ? [] : [...within(workbook)];
  expect(
    named.flatMap((one) => (one.attributes['name'] === '_xlnm.Print_Titles' ? [wordsIn(one)] : [])),
  ).toContain("'Findings'!$A:$B,'Findings'!$1:$1");
  const all = [...within(sheetOf(file, 'Findings'))];
  const [header] = all.filter(({ name }) => name === 'oddHeader').map(wordsIn);
  expect(header).toMatch(/^&L(?:&&D ){13}\u2026&CDRAFT&RB&&B &&P Industries$/u);
  const [page] = all.filter(({ name }) => name === 'pageSetup').map(({ attributes }) => attributes);
  expect(page).toMatchObject({ paperSize: '1', scale: '60', orientation: 'landscape' });
});

test('a matrix has findings against assets with their sums, and leads to the findings', () => {
  const { file } = made([...two, { title: 'Third', severity: 'low', asset: 'c.test' }]);
  expect(cellsOf(file, 'Findings and assets')).toEqual([
    { A: 'No.', B: 'Title', C: 'Severity', D: 'Assets', E: 'a.test', F: '@b.test', G: 'c.test' },
    { A: 'C1', B: 'Second', C: 'Critical', D: 1, E: '\u00d7' },
    { A: 'H1', B: '=cmd|calc', C: 'High', D: 2, E: '\u00d7', F: '\u00d7' },
    { A: 'L1', B: 'Third', C: 'Low', D: 1, G: '\u00d7' },
    { A: 'Total', D: 4, E: 2, F: 1, G: 1 },
  ]);
  const inside = [...within(sheetOf(file, 'Findings and assets'))];
  const valuesOf = (name: string, ...attributes: readonly string[]) =>
    inside
      .filter((one) => one.name === name)
      .map((one) => attributes.map((attribute) => one.attributes[attribute]));
  expect(valuesOf('hyperlink', 'ref', 'location')).toEqual([
    ['A2', "'Findings'!A2"],
    ['A3', "'Findings'!A3"],
    ['A4', "'Findings'!A4"],
  ]);
  expect(valuesOf('pane', 'xSplit', 'ySplit', 'topLeftCell')).toEqual([['2', '1', 'C2']]);
  expect(valuesOf('autoFilter', 'ref')).toEqual([['A1:G4']]);
});

test('a matrix of more assets than findings has the assets in rows', () => {
  const asset = ['a.test', 'https://b.test/', 'A.test'];
  const { file } = made([{ title: 'One', severity: 'low', asset }, { title: 'No asset' }]);
  expect(sheetFaults(file)).toEqual([]);
  expect(cellsOf(file, 'Findings and assets')).toEqual([
    { A: 'Asset', B: 'Findings', C: 'L1 One' },
    { A: 'a.test', B: 1, C: '\u00d7' },
    { A: 'https://b.test/', B: 1, C: '\u00d7' },
    { A: 'Total', B: 2, C: 2 },
  ]);
  expect(
    [...within(sheetOf(file, 'Findings and assets'))].flatMap(({ name, attributes }) =>
      name === 'hyperlink' ? [[attributes['ref'], attributes['location']]] : [],
    ),
  ).toEqual([
    ['C1', "'Findings'!A2"],
    ['A3', undefined],
  ]);
});

test('a matrix without room for every column says so, and counts all', () => {
  const many = Array.from({ length: 16_385 }, (_, at) => ({ title: String(at), asset: [`h${String(at)}`] }));
  const sheet = assetMatrix(numberedFindings(snapshotOf(many)), new Map(), wordsOf('en'));
  const [totals = [], said] = sheet?.foot ?? [];
  expect([sheet?.columns.length, totals.length]).toEqual([16_384, 16_384]);
  expect(totals.find(({ kind }) => kind === 'number')).toMatchObject({ value: 16_385 });
  expect(said).toMatchObject([{ text: '5 more columns have no room on this sheet.' }]);
  expect(sheet?.rows.at(-1)).toMatchObject([{ text: 'U16385' }, {}, {}, { value: 1 }]);
});

test('there is no matrix without assets', () => {
  expect(sheetNames(made([{ title: 'One' }]).file)).not.toContain('Findings and assets');
});

test('a retest has a sheet with its rounds, whose days are days', () => {
  const snapshot = snapshotOf(two);
  const given = {
    round: 1,
    verdict: 'fixed' as const,
    at: '2026-03-05',
    who: 'Mara',
    text: '',
    evidence: [],
  };
  const findings = snapshot.findings.map((finding, at) =>
    at === 1 ? { ...finding, verdicts: [given] } : finding,
  );
  const { file } = made(two, {}, { rounds, findings });
  expect(sheetFaults(file)).toEqual([]);
  expect([rowUnderHeads(file, 'Retest', 0), rowUnderHeads(file, 'Retest', 1)]).toEqual([
    { 'No.': 'C1', Title: 'Second', Severity: 'Critical', March: 'Fixed', Date: 46_086 },
    { 'No.': 'H1', Title: '=cmd|calc', Severity: 'High', March: 'No verdict yet' },
  ]);
});

test('a head stays in sight and filters, links lead to the finding, and the tracker offers its states', () => {
  const { file } = made(two);
  const tracker = [...within(sheetOf(file, 'Remediation'))];
  const of = (name: string) => tracker.filter((one) => one.name === name);
  expect(of('pane').map(({ attributes }) => [attributes['ySplit'], attributes['state']])).toEqual([
    ['1', 'frozen'],
  ]);
  expect(of('autoFilter').map(({ attributes }) => attributes['ref'])).toEqual(['A1:G3']);
  expect(of('hyperlink').map(({ attributes }) => attributes['location'])).toEqual([
    "'Findings'!A2",
    "'Findings'!A3",
  ]);
  expect(of('formula1').map(wordsIn)).toEqual(['1', '"Open,In progress,Fixed,Risk accepted"']);
});

test('members that the interface does not name stand in it if somebody asks for them', () => {
  const shown = (options: Partial<ReportOptions>) =>
    rowUnderHeads(made(two, options).file, 'Findings', 1)['internal_note'];
  expect([shown({}), shown({ showOtherMembers: true })]).toEqual([undefined, 'ours']);
});

test('a finding has a row for each of its assets if somebody asks for them, and links lead to the first', () => {
  const long = { title: 'Long', severity: 'low', asset: ['c', 'd'], description: 'x'.repeat(32_768) };
  const { file, longCells } = made([...two, long, { title: 'None' }], { assetRows: 'each' });
  expect(sheetFaults(file)).toEqual([]);
  const rows = cellsOf(file, 'Findings').slice(1);
  expect(rows.map(({ A, B, G }) => [A, B, G])).toEqual([
    ['C1', 'Second', 'a.test'],
    ['H1', '=cmd|calc', 'a.test'],
    ['H1', '=cmd|calc', '@b.test'],
    ['L1', 'Long', 'c'],
    ['L1', 'Long', 'd'],
    ['U1', 'None', undefined],
  ]);
  expect(rows[2]).toEqual({ ...rows[1], G: '@b.test' });
  expect(longCells).toEqual([{ finding: 'L1', column: 'Description' }]);
  const links = [...within(sheetOf(file, 'Remediation'))].flatMap(({ name, attributes }) =>
    name === 'hyperlink' ? [attributes['location']] : [],
  );
  expect(links).toEqual(["'Findings'!A2", "'Findings'!A3", "'Findings'!A5", "'Findings'!A7"]);
});

test('a text that is too long for a cell is cut, and named', () => {
  const { file, longCells } = made([{ title: 'T', severity: 'low', description: 'x'.repeat(40_000) }]);
  expect(longCells).toEqual([{ finding: 'L1', column: 'Description' }]);
  expect(sheetFaults(file)).toEqual([]);
  expect(String(rowUnderHeads(file, 'Findings', 0)['Description'])).toMatch(/^x{32765}\u2026$/u);
});

test('what somebody hostile wrote is text', () => {
  const { file } = made(attacks(120).map(({ text }, at) => hostileBody(text, at) as JsonObject));
  expect(sheetFaults(file)).toEqual([]);
});

test('real findings are whole', (context) => {
  if (!hasRealData) context.skip(noRealData);
  expect(sheetFaults(made(distinctFindings()).file)).toEqual([]);
});

test('the same snapshot gives the same bytes, in German too', () => {
  const [first, again] = [made(two, { language: 'de' }), made(two, { language: 'de' })];
  expect(Buffer.compare(first.bytes, again.bytes)).toBe(0);
  expect(sheetNames(first.file)).toEqual([
    'Übersicht der Feststellungen',
    'Feststellungen',
    'Systeme',
    'Feststellungen und Systeme',
    'Behebung',
  ]);
  expect(sheetFaults(first.file)).toEqual([]);
});
