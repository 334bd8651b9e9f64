import type { ReportOptions, ReportResult, ReportSnapshot } from '#contract/deliverable/report.ts';
import { verdicts, type ReportRound } from '#contract/deliverable/rounds.ts';
import { isFixed, newestVerdict } from '#domain/deliverable/management/is-fixed.ts';
import { reportDay } from '#domain/deliverable/placeholders.ts';
import { reportedFindings, type NumberedFinding } from '../document/numbered.ts';
import { assetsOf } from '../document/assets.ts';
import { countSeverities, statusText } from '../document/severity.ts';
import { titleOf } from '../document/chapters/front.ts';
import { contextOf } from '../document/context.ts';
import { findingColumns, roundLabel, type ColumnKind } from '../list/columns.ts';
import { findingRows, longCellsOf, type CellRow } from '../list/rows.ts';
import type { Words } from '../languages/index.ts';
import { assetMatrix } from './asset-matrix.ts';
import {
  dayCell,
  findingCell,
  numberCell,
  severityCell,
  sheetNames,
  textCell,
  valueCell,
  type FindingPlaces,
} from './finding-cells.ts';
import type { Link, SheetCell, Sheet, SheetColumn } from './sheet-xml.ts';

/** Letters that a column is wide. */
const widths: Readonly<Record<ColumnKind, number>> = {
  words: 16,
  severity: 14,
  status: 16,
  verdict: 16,
  lines: 44,
  text: 60,
  score: 9,
  day: 12,
};
/** Those of columns that have more or less of their kind. */
const ownWidths: Readonly<Record<string, number>> = { Number: 9, Title: 48, CVSS: 26, ID: 28 };

/** The sheets of a file, and the cells that are too long for it: by the number of their finding, and their column. */
export interface Sheets {
  readonly sheets: readonly Sheet[];
  readonly longCells: NonNullable<ReportResult['longCells']>;
}

/** Summary, findings, assets, retests if there are any, and what is to be done: for Excel and its kind. */
export function sheetsOf(snapshot: ReportSnapshot, options: ReportOptions, words: Words): Sheets {
  const findings = reportedFindings(snapshot, options, words);
  const list = findingSheet(findings, snapshot, options, words);
  const sheet = list.sheet.name;
  // A finding with a row for each of its assets is found at the first of them.
  const places = new Map<string, Link>();
  for (const [at, { finding }] of list.found.entries())
    if (!places.has(finding.id)) places.set(finding.id, { sheet, cell: `A${String(at + 2)}` });
  const matrix = assetMatrix(findings, places, words);
  const sheets = [
    list.sheet,
    assetSheet(findings, places, words),
    ...(matrix === null ? [] : [matrix]),
    ...(snapshot.rounds.length === 0 ? [] : [retestSheet(findings, snapshot, places, words)]),
    trackerSheet(findings, places, words),
  ];
  return {
    sheets: [summarySheet(findings, snapshot, options, words, sheets), ...sheets],
    longCells: list.longCells,
  };
}

function summarySheet(
  findings: readonly NumberedFinding[],
  snapshot: ReportSnapshot,
  options: ReportOptions,
  words: Words,
  sheets: readonly Sheet[],
): Sheet {
  const { columns, cover } = words;
  const { begins, ends } = snapshot.facts;
  const label = (name: string): SheetCell => ({ kind: 'text', text: name, look: 'strong' });
  const count = (value: number, look: 'count' | 'total' = 'count'): SheetCell => ({
    kind: 'number',
    value,
    look,
  });
  const sum: SheetCell[] = [label(words.total), count(findings.length, 'total')];
  const table = (
    title: string,
    rows: readonly (readonly SheetCell[])[],
  ): readonly (readonly SheetCell[])[] => [[], [label(title), label(columns.count)], ...rows, sum];
  const statuses = new Map<string, number>();
  for (const { record } of findings) {
    const status = statusText(typeof record['status'] === 'string' ? record['status'] : '', words);
    if (status !== '') statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  const severities = countSeverities(
    findings.map(({ ref }) => ref.severity),
    words,
  );
  return {
    name: sheetNames(words).summary,
    head: false,
    columns: [
      { title: '', width: 28 },
      { title: '', width: 14 },
      { title: '', width: 14 },
    ],
    rows: [
      [{ kind: 'text', text: titleOf(contextOf(snapshot, options)), look: 'title' }],
      ...(options.draft ? [[label(words.sentences.draft)]] : []),
      ...(snapshot.client === '' ? [] : [[label(snapshot.client)]]),
      [label(cover.date), dayCell(reportDay(snapshot))],
      ...(begins === '' && ends === '' ? [] : [[label(cover.tests), dayCell(begins), dayCell(ends)]]),
      ...table(
        columns.severity,
        severities.map(({ severity, label: name, count: many }): SheetCell[] => [
          { kind: 'severity', text: name, severity },
          count(many),
        ]),
      ),
      ...table(
        words.finding.status,
        [...statuses].map(([name, many]): SheetCell[] => [textCell(name), count(many)]),
      ),
      ...snapshot.rounds.flatMap((round) =>
        table(roundLabel(round, words), verdictRows(findings, round, words)),
      ),
      [],
      ...sheets.map(({ name: sheet }): SheetCell[] => [
        { kind: 'text', text: sheet, link: { sheet, cell: 'A1' } },
      ]),
    ],
  };
}

/** How many findings have which verdict in a round. */
function verdictRows(
  findings: readonly NumberedFinding[],
  { number }: ReportRound,
  words: Words,
): readonly (readonly SheetCell[])[] {
  const given = findings.map((finding) => finding.verdicts.find(({ round }) => round === number)?.verdict);
  return [...verdicts, undefined].flatMap((verdict): SheetCell[][] => {
    const value = given.filter((one) => one === verdict).length;
    const name = verdict === undefined ? words.noVerdict : words.verdicts[verdict];
    return value === 0 ? [] : [[textCell(name), { kind: 'number', value, look: 'count' }]];
  });
}

function findingSheet(
  findings: readonly NumberedFinding[],
  snapshot: ReportSnapshot,
  options: ReportOptions,
  words: Words,
): {
  readonly sheet: Sheet;
  readonly found: readonly CellRow[];
  readonly longCells: Sheets['longCells'];
} {
  // The identifier is of use to programs: what a reader looks for stands first, and stays in sight.
  const columns = findingColumns(snapshot, options).toSorted(
    (one, other) => Number(one.name === 'ID') - Number(other.name === 'ID'),
  );
  const tracker = sheetNames(words).tracker;
  const trackerRow = new Map(findings.map(({ id }, at) => [id, `A${String(at + 2)}`]));
  const found = findingRows(findings, columns, options);
  const rows = found.map(({ finding, cells }) =>
    columns.map(({ name, kind }, at): SheetCell => {
      const value = cells[at] ?? '';
      return name === 'Number'
        ? { kind: 'text', text: value, link: { sheet: tracker, cell: trackerRow.get(finding.id) ?? 'A1' } }
        : findingCell(finding, value, kind, words);
    }),
  );
  const titled = columns.map(({ name, title, kind }): SheetColumn => ({
    title: title(words),
    width: ownWidths[name] ?? widths[kind],
  }));
  return {
    sheet: { name: sheetNames(words).findings, head: true, frozen: 2, columns: titled, rows },
    found,
    longCells: longCellsOf(found, columns),
  };
}

/** A row for each asset of each finding, so that either can be filtered. */
function assetSheet(findings: readonly NumberedFinding[], places: FindingPlaces, words: Words): Sheet {
  const { columns, finding } = words;
  return {
    name: sheetNames(words).assets,
    head: true,
    columns: [
      { title: columns.asset, width: 44 },
      { title: columns.number, width: 9 },
      { title: columns.title, width: 60 },
      { title: columns.severity, width: 14 },
      { title: finding.status, width: 16 },
    ],
    rows: findings.flatMap((one) =>
      assetsOf(one).map((asset): SheetCell[] => [
        valueCell(asset, 'lines'),
        numberCell(one, places),
        textCell(one.ref.title),
        severityCell(one.ref),
        textCell(statusOf(one, words)),
      ]),
    ),
  };
}

function statusOf({ record }: NumberedFinding, words: Words): string {
  const { status } = record;
  return typeof status === 'string' ? statusText(status, words) : '';
}

/** A row for each finding, two columns for each round. */
function retestSheet(
  findings: readonly NumberedFinding[],
  { rounds }: ReportSnapshot,
  places: FindingPlaces,
  words: Words,
): Sheet {
  const { columns } = words;
  return {
    name: sheetNames(words).retest,
    head: true,
    frozen: 2,
    columns: [
      { title: columns.number, width: 9 },
      { title: columns.title, width: 60 },
      { title: columns.severity, width: 14 },
      ...rounds.flatMap((round) => [
        { title: roundLabel(round, words), width: 16 },
        { title: columns.date, width: 12 },
      ]),
    ],
    rows: findings.map((one): SheetCell[] => [
      numberCell(one, places),
      textCell(one.ref.title),
      severityCell(one.ref),
      ...rounds.flatMap(({ number }) => {
        const given = one.verdicts.find(({ round }) => round === number);
        return given === undefined
          ? [textCell(words.noVerdict), textCell('')]
          : [textCell(words.verdicts[given.verdict]), dayCell(given.at)];
      }),
    ]),
  };
}

/** How far its remediation is known to be: by the newest verdict, or by the status. */
function stateOf(finding: NumberedFinding): keyof Words['tracker']['states'] {
  if (isFixed(finding)) return 'fixed';
  const verdict = newestVerdict(finding);
  if (verdict === 'partly') return 'progress';
  const { status } = finding.record;
  if (verdict === 'open' || typeof status !== 'string') return 'open';
  return /^(?:risk[_ -]accepted|accepted(?:[_ -]risk)?)$/iu.test(status) ? 'accepted' : 'open';
}

/** What the client fills in: who mends it, until when, and how far it is. */
function trackerSheet(findings: readonly NumberedFinding[], places: FindingPlaces, words: Words): Sheet {
  const { columns, tracker } = words;
  return {
    name: sheetNames(words).tracker,
    head: true,
    frozen: 2,
    columns: [
      { title: columns.number, width: 9 },
      { title: columns.title, width: 60 },
      { title: columns.severity, width: 14 },
      { title: tracker.owner, width: 24 },
      { title: tracker.due, width: 14, enters: 'day' },
      { title: tracker.state, width: 18, enters: Object.values(tracker.states) },
      { title: columns.note, width: 40 },
    ],
    rows: findings.map((one): SheetCell[] => [
      numberCell(one, places),
      textCell(one.ref.title),
      severityCell(one.ref),
      { kind: 'empty', look: 'text' },
      { kind: 'empty', look: 'day' },
      textCell(tracker.states[stateOf(one)]),
      { kind: 'empty', look: 'text' },
    ]),
  };
}
