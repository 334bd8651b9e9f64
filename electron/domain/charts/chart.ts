import type { Verdict } from '#contract/deliverable/rounds.ts';
import type { SeverityKey } from '../finding/labels/severity-names.ts';

/** What a finding is counted under: its verdict, or that nobody has given one yet, which is not the same as `not-retested`. */
export type VerdictKey = Verdict | 'none';

/** What a bar is drawn as, beside its words and number. */
export type ChartMark = SeverityKey | VerdictKey;

/** A row of a chart's table: a number for each column. */
export interface ChartRow {
  readonly label: string;
  /** Of its bar; a bar without one is plain. */
  readonly mark?: ChartMark;
  readonly values: readonly number[];
  /** In a matrix, the mark of each cell that is not empty. */
  readonly marks?: readonly (ChartMark | null)[];
}

/** The table that a chart shows. */
export interface ChartData {
  /** What the labels of the rows are. */
  readonly name: string;
  /** `mark`: that of its segments in stacked bars. */
  readonly columns: readonly { readonly label: string; readonly mark?: ChartMark }[];
  readonly rows: readonly ChartRow[];
  /** Head of the sums of stacked bars. */
  readonly total?: string;
}

/**
 * `bars` lie, `columns` stand, both of one number a row; `stacked` bars and a `matrix` have one for each column. `steps`
 * follow each other, each with its number.
 */
export type ChartForm = 'bars' | 'stacked' | 'columns' | 'matrix' | 'steps';

/** A numbered picture of numbers. It stands with what announces it. */
export interface Chart {
  readonly label: string;
  readonly caption: string;
  readonly form: ChartForm;
  readonly data: ChartData;
}

/** The sum of a row. */
export function rowTotal({ values }: ChartRow): number {
  return values.reduce((sum, value) => sum + value, 0);
}

/** A chart in words, for readers who hear it: its caption and each row with its numbers. */
export function chartAlt({ caption, form, data }: Omit<Chart, 'label'>): string {
  const said = data.rows.map((row) => {
    if (form === 'bars' || form === 'columns') return `${row.label} ${String(rowTotal(row))}`;
    if (form === 'steps') return `${row.values.join()} ${row.label}`;
    const parts = row.values.flatMap((value, at) =>
      value === 0 ? [] : [`${data.columns[at]?.label ?? ''} ${String(value)}`],
    );
    return `${row.label}: ${parts.length === 0 ? '0' : parts.join(', ')}`;
  });
  return `${caption}. ${said.join('; ')}`;
}
