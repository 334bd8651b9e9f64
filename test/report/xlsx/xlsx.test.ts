import { expect, test } from 'vitest';
import type { JsonObject } from '#contract/json.ts';
import type { ReportOptions, ReportSnapshot } from '#contract/deliverable/report.ts';
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
  expect(sheetNames(file)).toEqual(['Summary of findings', 'Findings', 'Assets', 'Remediation']);
  expect(rowUnderHeads(file, 'Findings', 1)).toEqual({
    'No.': 'H1',
    ID: 'f0',
    Title: '=cmd|calc',
    Severity: 'High',
    Status: 'open',
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
    'Behebung',
  ]);
  expect(sheetFaults(first.file)).toEqual([]);
});
