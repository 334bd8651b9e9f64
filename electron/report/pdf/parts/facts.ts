import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import type { Fact } from '../../document/blocks.ts';
import { factLines } from './body.ts';
import { widestText } from '../layout/columns.ts';
import type { Item } from '../layout/flow.ts';
import { lineNode } from '../layout/flow.ts';
import type { Line, Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { areMany, runInLines } from './many-values.ts';
import { role, type Role } from '../roles.ts';
import { leading, sizes } from '../layout/theme.ts';

const LABEL_WIDTH = 78;
/** In a chapter of their own the labels are longer words. */
const WIDE_LABEL = 120;
const PADDING = 10;
/** Tables with more lines than this may break: they could be higher than a page. */
const MAX_KEPT_LINES = 20;

/** Labels with their values on a panel; null if there are none. `tall` if it may be higher than a page. */
export function factTable(
  facts: readonly Fact[],
  ctx: LayoutContext,
  labelWidth = LABEL_WIDTH,
): (Item & { readonly tall: boolean }) | null {
  if (facts.length === 0) return null;
  const valueWidth = ctx.width - labelWidth - 3 * PADDING;
  const style: Style = { size: sizes.small, color: ctx.colors.muted };
  const rows = facts.map((fact) => ({
    label: breakLines([{ text: fact.label, style }], labelWidth, ctx.fonts),
    values: areMany(fact)
      ? runInLines(fact.values, labelWidth + valueWidth + PADDING, ctx).map((line) => [line])
      : factRows(fact, valueWidth, ctx),
    isWide: areMany(fact),
  }));
  const lines = rows.reduce((sum, row) => sum + Math.max(row.values.length, row.label.length) + 0.5, 0);
  const tall = lines > MAX_KEPT_LINES;
  const table = role('Table');
  const body = rows.map(({ label, values, isWide }): TableCell[] => {
    const row = role('TR', table);
    const head = role('TH', row, { scope: 'Row' });
    const cell = role('TD', row);
    const named = label.map((line) => lineNode(line, head, { top: 0.5 }));
    if (isWide) {
      const lines = values.flat().map((line) => lineNode(line, cell, { lineHeight: leading.tight }));
      return [{ stack: [...named, ...lines], colSpan: 2 }, ''];
    }
    return [{ stack: named }, { stack: values.map((lines) => rowNode(lines, valueWidth, cell)) }];
  });
  const layout: CustomTableLayout = {
    hLineWidth: (row) => (row === 0 ? 0 : 0.5),
    vLineWidth: () => 0,
    hLineColor: () => ctx.colors.rule,
    paddingLeft: (column) => (column === 0 ? PADDING : 0),
    paddingRight: () => PADDING,
    paddingTop: (row) => (row === 0 ? 4 : 2),
    paddingBottom: () => 1.5,
    fillColor: () => ctx.colors.panel,
  };
  const widths = [labelWidth, valueWidth];
  return {
    node: { table: { widths, body, dontBreakRows: !tall }, layout, margin: [0, 0, 0, 4] },
    keep: false,
    tall,
  };
}

const COLUMN_GAP = 14;
const MAX_COLUMNS = 5;

/** The lines of a fact from top to bottom; in columns there are several beside each other. */
function factRows(fact: Fact, width: number, ctx: LayoutContext): (readonly Line[])[] {
  if (fact.layout !== 'columns') return factLines(fact, width, ctx).map((line) => [line]);
  // What is said behind the list would make all of its columns as wide as itself.
  const listed = fact.values.filter(({ target }) => target === undefined);
  const style: Style = { size: sizes.body - 0.5, color: ctx.colors.text };
  const widest = widestText(
    listed.map(({ text }) => text),
    style,
    ctx,
  );
  const count = Math.max(1, Math.min(MAX_COLUMNS, Math.floor((width + COLUMN_GAP) / (widest + COLUMN_GAP))));
  const lines = (values: Fact['values'], room: number): Line[] => factLines({ ...fact, values }, room, ctx);
  const entries = lines(listed, (width + COLUMN_GAP) / count - COLUMN_GAP);
  const rest = lines(
    fact.values.filter(({ target }) => target !== undefined),
    width,
  );
  const rows = Array.from({ length: Math.ceil(entries.length / count) }, (_, row) =>
    entries.slice(row * count, (row + 1) * count),
  );
  return [...rows.map((row) => (count === 1 ? row : padded(row, count))), ...rest.map((line) => [line])];
}

/** The last row has as many columns as the others. */
function padded(row: readonly Line[], count: number): readonly Line[] {
  const empty: Line = { runs: [], width: 0, fromRight: false };
  return Array.from({ length: count }, (_, at) => row[at] ?? empty);
}

function rowNode(lines: readonly Line[], width: number, cell: Role): Content {
  const [first] = lines;
  if (first !== undefined && lines.length === 1) return lineNode(first, cell);
  const column = (width + COLUMN_GAP) / lines.length;
  return {
    columns: lines.map((line) => ({
      stack: [lineNode(line, line.runs.length === 0 ? null : cell)],
      width: column,
    })),
    columnGap: 0,
  };
}

/** The facts of a chapter. */
export function factItems(facts: readonly Fact[], ctx: LayoutContext): Item[] {
  const table = factTable(facts, ctx, WIDE_LABEL);
  return table === null ? [] : [table];
}
