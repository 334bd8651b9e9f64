import type { ReportOptions, ReportResult, ReportSnapshot } from '#contract/deliverable/report.ts';
import { reportDay } from '#domain/deliverable/placeholders.ts';
import { reportedFindings, type NumberedFinding } from '../document/numbered.ts';
import { assetsOf } from '../document/assets.ts';
import { countSeverities, statusText } from '../document/severity.ts';
import { titleOf } from '../document/chapters/front.ts';
import { contextOf } from '../document/context.ts';
import { findingColumns, type ColumnKind } from '../list/columns.ts';
import { findingRows, longCellsOf, type FindingRow } from '../list/rows.ts';
import type { Words } from '../languages/index.ts';
import { assetMatrix } from './asset-matrix.ts';
import {
  dayCell,
  numberCell,
  severityCell,
  sheetNames,
  textCell,
  valueCell,
  type FindingPlaces,
} from './finding-cells.ts';
import type { Link, SheetCell, Sheet, SheetColumn } from './sheet-xml.ts';

/** Letters that a column is wide. */
const widths: Readonly<Record<ColumnKind, number>> = { words: 16, lines: 30, text: 60, score: 9, day: 12 };
const rowHeight = 60;

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
  return {
    sheets: [
      summarySheet(findings, snapshot, options, words),
      list.sheet,
      assetSheet(findings, places, words),
      ...(matrix === null ? [] : [matrix]),
      ...(snapshot.rounds.length === 0 ? [] : [retestSheet(findings, snapshot, places, words)]),
      trackerSheet(findings, places, words),
    ],
    longCells: list.longCells,
  };
}

function summarySheet(
  findings: readonly NumberedFinding[],
  snapshot: ReportSnapshot,
  options: ReportOptions,
  words: Words,
): Sheet {
  const { columns, cover } = words;
  const sheets = sheetNames(words);
  const label = (name: string): SheetCell => ({ kind: 'text', text: name, look: 'strong' });
  const count = (value: number): SheetCell => ({ kind: 'number', value, look: 'count' });
  const day = dayCell(reportDay(snapshot));
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
    name: sheets.summary,
    head: false,
    columns: [
      { title: '', width: 28 },
      { title: '', width: 14 },
    ],
    rows: [
      [{ kind: 'text', text: titleOf(contextOf(snapshot, options)), look: 'title' }],
      ...(options.draft ? [[label(words.sentences.draft)]] : []),
      ...(snapshot.client === '' ? [] : [[label(snapshot.client)]]),
      [label(cover.date), day],
      [],
      [label(columns.severity), label(columns.count)],
      ...severities.map(({ severity, label: name, count: many }): SheetCell[] => [
        { kind: 'severity', text: name, severity },
        count(many),
      ]),
      [],
      [label(words.finding.status), label(columns.count)],
      ...[...statuses].map(([name, many]): SheetCell[] => [textCell(name), count(many)]),
      [],
      ...[sheets.findings, sheets.assets, sheets.tracker].map((sheet): SheetCell[] => [
        { kind: 'text', text: sheet, link: { sheet, cell: 'A1' } },
      ]),
    ],
  };
}

function findingSheet(
  findings: readonly NumberedFinding[],
  snapshot: ReportSnapshot,
  options: ReportOptions,
  words: Words,
): { readonly sheet: Sheet; readonly found: readonly FindingRow[]; readonly longCells: Sheets['longCells'] } {
  const columns = findingColumns(snapshot, options);
  const found = findingRows(findings, columns, options);
  const rows = found.map(({ finding, cells }) =>
    columns.map(({ name, kind }, at): SheetCell => {
      const value = cells[at] ?? '';
      return name === 'Severity' && value !== '' ? severityCell(finding.ref) : valueCell(value, kind);
    }),
  );
  const titled = columns.map(({ name, title, kind }): SheetColumn => ({
    title: title(words),
    width: name === 'Title' ? 48 : name === 'Number' ? 9 : widths[kind],
  }));
  return {
    sheet: { name: sheetNames(words).findings, head: true, columns: titled, rows, rowHeight },
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
    columns: [
      { title: columns.number, width: 9 },
      { title: columns.title, width: 60 },
      { title: columns.severity, width: 14 },
      ...rounds.flatMap(({ number, name }) => [
        { title: name === '' ? words.round(number) : name, width: 16 },
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

/** What the client fills in: who mends it, until when, and how far it is. */
function trackerSheet(findings: readonly NumberedFinding[], places: FindingPlaces, words: Words): Sheet {
  const { columns, tracker } = words;
  return {
    name: sheetNames(words).tracker,
    head: true,
    columns: [
      { title: columns.number, width: 9 },
      { title: columns.title, width: 60 },
      { title: columns.severity, width: 14 },
      { title: tracker.owner, width: 24 },
      { title: tracker.due, width: 14, enters: 'day' },
      { title: tracker.state, width: 18, enters: tracker.states },
      { title: columns.note, width: 40 },
    ],
    rows: findings.map((one): SheetCell[] => [
      numberCell(one, places),
      textCell(one.ref.title),
      severityCell(one.ref),
      { kind: 'empty', look: 'text' },
      { kind: 'empty', look: 'day' },
      textCell(tracker.states[0] ?? ''),
      { kind: 'empty', look: 'text' },
    ]),
  };
}
