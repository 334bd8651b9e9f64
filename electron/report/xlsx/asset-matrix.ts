import { findingsByAsset } from '../document/assets.ts';
import type { NumberedFinding } from '../document/numbered.ts';
import type { Words } from '../languages/index.ts';
import {
  numberCell,
  severityCell,
  sheetNames,
  textCell,
  valueCell,
  type FindingPlaces,
} from './finding-cells.ts';
import { maxColumns, type Sheet, type SheetCell, type SheetColumn } from './sheet-xml.ts';

/** What stands where a finding and an asset meet. */
const mark = '\u00d7';

/** The findings on each of its assets: which row and which column of the matrix, and in which severity. */
interface Meeting {
  readonly row: number;
  readonly column: number;
  readonly finding: NumberedFinding;
}

/** What a matrix is made of. */
interface MatrixParts {
  /** The columns at the left, the last of which counts the marks of a row. */
  readonly lead: readonly SheetColumn[];
  readonly rows: readonly (readonly SheetCell[])[];
  readonly columns: readonly Pick<SheetColumn, 'title' | 'link'>[];
  readonly meetings: readonly Meeting[];
}

/** Findings against assets, the longer side in rows so that few columns are needed; null if no finding has an asset. */
export function assetMatrix(
  findings: readonly NumberedFinding[],
  places: FindingPlaces,
  words: Words,
): Sheet | null {
  const assets = [...findingsByAsset(findings)];
  const named = new Set(assets.flatMap(([, found]) => found));
  const on = findings.filter((finding) => named.has(finding));
  if (on.length === 0) return null;
  const rowOf = new Map(on.map((finding, at) => [finding, at]));
  const meetings = assets.flatMap(([, found], column) =>
    found.map((finding): Meeting => ({ row: rowOf.get(finding) ?? 0, column, finding })),
  );
  return assets.length <= on.length
    ? matrixSheet(
        {
          lead: [
            { title: words.columns.number, width: 9 },
            { title: words.columns.title, width: 48 },
            { title: words.columns.severity, width: 14 },
            { title: words.finding.assets, width: 12 },
          ],
          rows: on.map((one) => [numberCell(one, places), textCell(one.ref.title), severityCell(one.ref)]),
          columns: assets.map(([title]) => ({ title })),
          meetings,
        },
        words,
      )
    : matrixSheet(
        {
          lead: [
            { title: words.columns.asset, width: 44 },
            { title: words.columns.findings, width: 14 },
          ],
          rows: assets.map(([name]) => [valueCell(name, 'lines')]),
          columns: on.map(({ id, ref }) => {
            const link = places.get(id);
            return { title: `${ref.number} ${ref.title}`, ...(link !== undefined && { link }) };
          }),
          meetings: meetings.map(({ row, column, finding }) => ({ row: column, column: row, finding })),
        },
        words,
      );
}

/** The sheet with its totals. Columns that Excel has no room for are told in a line below. */
function matrixSheet({ lead, rows, columns, meetings }: MatrixParts, words: Words): Sheet {
  const shown = columns.slice(0, maxColumns - lead.length);
  const inRow = rows.map((): Meeting[] => []);
  const inColumn = shown.map(() => 0);
  for (const meeting of meetings) {
    inRow[meeting.row]?.push(meeting);
    const { column } = meeting;
    if (column < shown.length) inColumn[column] = (inColumn[column] ?? 0) + 1;
  }
  const total = (value: number): SheetCell => ({ kind: 'number', value, look: 'total' });
  const said = (text: string): SheetCell => ({ kind: 'text', text, look: 'strong' });
  const more = columns.length - shown.length;
  return {
    name: sheetNames(words).matrix,
    head: true,
    frozen: Math.max(1, lead.length - 2),
    columns: [...lead, ...shown.map((column): SheetColumn => ({ ...column, width: 5, turned: true }))],
    rows: rows.map((cells, row) => {
      const there = inRow[row] ?? [];
      return [
        ...cells,
        { kind: 'number', value: there.length, look: 'count' },
        ...markCells(there, shown.length),
      ];
    }),
    foot: [
      [
        said(words.total),
        ...lead.slice(2).map((): SheetCell => ({ kind: 'empty', look: 'total' })),
        total(meetings.length),
        ...inColumn.map(total),
      ],
      ...(more === 0 ? [] : [[said(words.noRoom(more))]]),
    ],
  };
}

/** The marks of a row, each in its column. */
function markCells(meetings: readonly Meeting[], columns: number): SheetCell[] {
  let next = 0;
  return meetings
    .filter(({ column }) => column < columns)
    .toSorted((one, other) => one.column - other.column)
    .flatMap(({ column, finding }) => {
      const gap = column - next;
      next = column + 1;
      const cell = severityCell(finding.ref, mark);
      return gap === 0 ? [cell] : [{ kind: 'gap', columns: gap } as const, cell];
    });
}
