import { rowTotal, type Chart } from '#domain/charts/chart.ts';
import type { Block, FindingRef, DocumentColumn, Value } from '../blocks.ts';
import type { Words } from '../../languages/index.ts';

type Cells = readonly (readonly Value[])[];

/** Columns and rows of values, for writers that set every table alike. */
export interface PlainTable {
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly Cells[];
}

/** Findings against assets with a cross where they meet. */
export function matrixTable(block: Extract<Block, { kind: 'matrix' }>, words: Words): PlainTable {
  return {
    columns: [
      { title: words.columns.finding, share: 4 },
      ...block.columns.map(({ text }) => ({ title: text, share: 1 })),
    ],
    rows: block.rows.map(({ ref, cells }) => [
      [refValue(ref)],
      ...cells.map((there) => (there ? [{ text: '\u00d7' }] : [])),
    ]),
  };
}

/** Every asset with its findings. */
export function assetTable(block: Extract<Block, { kind: 'assets' }>, words: Words): PlainTable {
  return {
    columns: [
      { title: words.columns.asset, share: 2 },
      { title: words.columns.findings, share: 3 },
    ],
    rows: block.rows.map(({ asset, findings }) => [[asset], findings.map(refValue)]),
  };
}

/** A row for each finding, a column for each round. */
export function retestTable(block: Extract<Block, { kind: 'retest' }>, words: Words): PlainTable {
  return {
    columns: [
      { title: words.columns.finding, share: 3 },
      { title: words.columns.severity, share: 1 },
      ...block.rounds.map(({ name, period }) => ({
        title: period === '' ? name : `${name} (${period})`,
        share: 1.3,
      })),
    ],
    rows: block.rows.map(({ ref, cells }) => [
      [refValue(ref)],
      [{ text: ref.severityText }],
      ...cells.map((mark) => (mark === null ? [] : [{ text: mark.text }])),
    ]),
  };
}

/** What a chart shows, with its labels in full. */
export function chartTable({ data, form }: Pick<Chart, 'data' | 'form'>): PlainTable {
  const { name, columns, rows, total } = data;
  const hasTotal = form === 'stacked' && total !== undefined;
  return {
    columns: [
      { title: name, share: 4 },
      ...columns.map(({ label }) => ({ title: label, share: 1 })),
      ...(hasTotal ? [{ title: total, share: 1 }] : []),
    ],
    rows: rows.map((row) => {
      const numbers = [...row.values, ...(hasTotal ? [rowTotal(row)] : [])];
      return [[{ text: row.label }], ...numbers.map((value) => [{ text: String(value) }])];
    }),
  };
}

/** Number and title of a finding, leading to it if it is printed. */
export function refValue({ number, title, target }: FindingRef): Value {
  return { text: `${number} ${title}`, ...(target === undefined ? {} : { target }) };
}
