import type { ReportOptions, ReportResult } from '#contract/deliverable/report.ts';
import { assetsOf } from '../document/assets.ts';
import type { NumberedFinding } from '../document/numbered.ts';
import { assetColumn, longestCell, type FindingColumn } from './columns.ts';

/** A row of a list: a finding, and what stands in each column. */
export interface CellRow {
  readonly finding: NumberedFinding;
  readonly cells: readonly string[];
}

/** The rows of a list: one for each finding, or for each of its assets if the options ask for them. */
export function findingRows(
  findings: readonly NumberedFinding[],
  columns: readonly FindingColumn[],
  { assetRows }: Pick<ReportOptions, 'assetRows'>,
): CellRow[] {
  const refs = new Map(findings.map(({ id, ref }) => [id, ref]));
  const asset = columns.findIndex(({ name }) => name === assetColumn);
  return findings.flatMap((finding) => {
    const cells = columns.map(({ cell }) => cell(finding, (id) => refs.get(id)));
    const assets = assetRows === 'each' ? assetsOf(finding) : [];
    return assets.length < 2
      ? [{ finding, cells }]
      : assets.map((name) => ({ finding, cells: cells.with(asset, name) }));
  });
}

/** The cells that are longer than a spreadsheet takes, each told once. */
export function longCellsOf(
  rows: readonly CellRow[],
  columns: readonly FindingColumn[],
): NonNullable<ReportResult['longCells']> {
  const told = new Map<string, { readonly finding: string; readonly column: string }>();
  for (const { finding, cells } of rows)
    for (const [at, { name }] of columns.entries())
      if (isLong(cells[at] ?? ''))
        told.set(JSON.stringify([finding.id, name]), { finding: finding.ref.number, column: name });
  return [...told.values()];
}

/** Whether a text is longer than a cell may be. */
export function isLong(text: string): boolean {
  return text.length > longestCell;
}
