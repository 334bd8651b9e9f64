import type { Element } from 'hast';
import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import { visibleText } from '#domain/text/index.ts';
import {
  beginsAt,
  cellAlign,
  columnAligns,
  headsOf,
  tableGrid,
  type PlacedCell,
  type TableGrid,
} from '../../document/table-grid.ts';
import { captionOf } from '../../document/text/captions.ts';
import { widestText } from '../layout/columns.ts';
import type { Item } from '../layout/flow.ts';
import { assemble, blankNode, lineNode } from '../layout/flow.ts';
import { breakLines } from '../layout/lines.ts';
import type { ColumnPosition } from './rich.ts';
import { blockItems, captionItems, runsFromRight } from './rich.ts';
import { role, type Role } from '../roles.ts';
import { turnedNode } from '../layout/turned.ts';

/** Size of what stands in an empty cell. */
const BLANK = 4;
/** Tables with more lines and boxes than this are not held together with the heading above them. */
const MAX_KEPT_PIECES = 12;

/** How a table is set: points beside a cell's text, its size as a share of the text's, and the narrowest column. */
interface Setting {
  readonly padding: number;
  readonly size: number;
  readonly least: number;
}

const ordinary: Setting = { padding: 5, size: 0.92, least: 38 };
/** For tables of many columns, tried in this order. Narrower columns would set words letter by letter. */
const smaller: readonly Setting[] = [
  { padding: 3.5, size: 0.82, least: 26 },
  { padding: 2.5, size: 0.72, least: 21 },
];
/** A column of a small table that is as wide as this is not wished wider: its words may be broken. */
const WIDE_ENOUGH = 60;

/**
 * A table of a rich text. Column widths are fixed beforehand, by how much text each holds: widths that the
 * layout engine finds for itself cost it two passes over every cell. The head is repeated on every page. What
 * has more columns than fit beside each other is set in smaller type, then on a turned page, then record by record.
 */
export function tableItems(table: Element, place: ColumnPosition): Item[] {
  const given = tableGrid(table);
  const numbered = captionOf(table);
  const caption =
    numbered === null
      ? blockItems(given.caption, { ...place, style: { ...place.style, bold: true } })
      : captionItems(numbered, place);
  // The first column of a table that is read from the right is the rightmost.
  const grid = runsFromRight(table) ? mirrored(given) : given;
  const items = grid.columns === 0 ? [] : setItems(grid, place);
  return [...caption.map((item) => ({ ...item, keep: true })), ...items];
}

function setItems(grid: TableGrid, place: ColumnPosition): Item[] {
  const { columns } = grid;
  const roomIn = (width: number, { padding }: Setting): number => width - columns * 2 * padding;
  if (roomIn(place.width, ordinary) >= columns * ordinary.least) {
    return gridOf(grid, roomIn(place.width, ordinary), ordinary, place);
  }
  for (const setting of smaller) {
    const room = roomIn(place.width, setting);
    if (room >= neededWidth(grid, setting, place)) return gridOf(grid, room, setting, place);
  }
  for (const setting of place.turned === null ? [] : smaller) {
    const width = place.turned ?? 0;
    const room = roomIn(width, setting);
    if (room < neededWidth(grid, setting, place)) continue;
    return gridOf(grid, room, setting, { ...place, left: 0, right: 0, width, turned: null }).map(
      ({ node }): Item => ({ node: turnedNode(node), keep: false, tall: true }),
    );
  }
  return recordItems(grid, place);
}

function mirrored({ rows, columns, ...grid }: TableGrid): TableGrid {
  const turned = new Map<PlacedCell, PlacedCell>();
  const turn = (place: PlacedCell): PlacedCell => {
    const known = turned.get(place);
    const other = known ?? { ...place, column: columns - place.column - place.colSpan };
    turned.set(place, other);
    return other;
  };
  return { ...grid, columns, rows: rows.map((row) => row.map(turn).reverse()) };
}

/** Points that columns of smaller type want together: the widest word of each, within reason. */
function neededWidth(grid: TableGrid, { size, least }: Setting, place: ColumnPosition): number {
  const style = { ...place.style, size: place.style.size * size, bold: true };
  const wanted = Array.from({ length: grid.columns }, (_, column) => {
    const words = ownTexts(grid, column).flatMap((text) => text.split(/\s+/u));
    return Math.min(WIDE_ENOUGH, Math.max(least, widestText(words, style, place.ctx)));
  });
  return wanted.reduce((sum, width) => sum + width, 0);
}

function gridOf(
  grid: TableGrid,
  room: number,
  { padding, size, least }: Setting,
  place: ColumnPosition,
): Item[] {
  const { rows, columns, headRows } = grid;
  const widths = columnWidths(grid, room, least);
  const whole = role('Table', place.under);
  const aligns = columnAligns(grid);
  let pieces = 0;
  const roles = rows.map(() => role('TR', whole));
  /** Where a merged cell covers a place below its first one, it is an empty piece of it. */
  const below = ({ colSpan, row, rowSpan }: PlacedCell, at: number): TableCell => ({
    stack: [blankNode(null, BLANK)],
    colSpan,
    border: [true, false, true, at === row + rowSpan - 1],
  });
  const body = rows.map((line, at) => {
    return line.map((placed, column): TableCell => {
      if (placed.column !== column) return {};
      if (!beginsAt(placed, at, column)) return below(placed, at);
      const { cell, colSpan, rowSpan } = placed;
      const spans = { ...(colSpan > 1 ? { colSpan } : {}), ...(rowSpan > 1 ? { rowSpan } : {}) };
      const under =
        cell.tagName === 'th'
          ? role('TH', roles[at], { scope: at < headRows ? 'Column' : 'Row', ...spans })
          : role('TD', roles[at], spans);
      const merged = widths.slice(column, column + colSpan);
      const width = merged.reduce((sum, one) => sum + one, 2 * padding * (colSpan - 1));
      const items = cellItems(cell, width, size, under, {
        ...place,
        align: cellAlign(cell) ?? aligns[column] ?? null,
      });
      pieces += items.some((item) => item.tall === true) ? Infinity : items.length;
      const stack = assemble(items);
      return {
        stack: stack.length === 0 ? [blankNode(under, BLANK)] : stack,
        ...(colSpan > 1 ? { colSpan } : {}),
        ...(rowSpan > 1 ? { border: [true, true, true, false] } : {}),
      };
    });
  });
  if (body.length === 0) return [];
  const layout: CustomTableLayout = {
    ...layoutOf(padding, place),
    hLineWidth: () => 0.6,
    fillColor: (row) => (row < headRows ? place.ctx.colors.panel : null),
  };
  const tall = pieces > MAX_KEPT_PIECES * Math.max(1, columns / MANY_COLUMNS);
  const node: Content = {
    table: { widths, body, headerRows: headRows },
    layout,
    margin: [place.left, 3, 0, 8],
  };
  // A short table on two pages would be read as two.
  return [{ node: tall ? node : { stack: [node], unbreakable: true }, keep: false, tall }];
}

/** A row of this many columns is as many pieces and yet not high. */
const MANY_COLUMNS = 10;
/** The share of the width that the heads of a record's values take. */
const HEAD_SHARE = 0.3;

/**
 * Row by row as a table of two columns: what stands over a value in the one, the value in the other. A merged cell is a
 * value of each row and column that it covers.
 */
function recordItems(grid: TableGrid, place: ColumnPosition): Item[] {
  const { rows, columns, headRows } = grid;
  const records = rows.slice(headRows);
  const { padding, size } = ordinary;
  const room = place.width - 4 * padding;
  const widths = [room * HEAD_SHARE, room * (1 - HEAD_SHARE)] as const;
  const whole = role('Table', place.under);
  const begins = new Set<number>();
  const body = records.flatMap((cells, record) => {
    begins.add(record * columns);
    return cells.map(({ cell }, column): TableCell[] => {
      const row = role('TR', whole);
      const head = role('TH', row, { scope: 'Row' });
      const value = role('TD', row);
      const names =
        headRows === 0
          ? [numberItem(column + 1, head, place)]
          : headsOf(grid, column).flatMap((name) => cellItems(name, widths[0], size, head, place));
      return [stackOf(names, head), stackOf(cellItems(cell, widths[1], size, value, place), value)];
    });
  });
  if (body.length === 0) return [];
  const layout: CustomTableLayout = {
    ...layoutOf(padding, place),
    hLineWidth: (row) => (begins.has(row) || row === body.length ? 1.6 : 0.4),
    fillColor: (_row, _node, column) => (column === 0 ? place.ctx.colors.panel : null),
  };
  const node: Content = { table: { widths: [...widths], body }, layout, margin: [place.left, 3, 0, 8] };
  return [{ node, keep: false, tall: true }];
}

function stackOf(items: readonly Item[], under: Role): TableCell {
  const stack = assemble(items);
  return { stack: stack.length === 0 ? [blankNode(under, BLANK)] : stack };
}

function numberItem(number: number, under: Role, { style, ctx }: ColumnPosition): Item {
  const look = { ...style, size: style.size * ordinary.size, bold: true };
  const [line = { runs: [], fromRight: false }] = breakLines(
    [{ text: String(number), style: look }],
    40,
    ctx.fonts,
  );
  return { node: lineNode(line, under), keep: false };
}

/** What stands in a cell; a table within is never on a page of its own. */
function cellItems(cell: Element, width: number, size: number, under: Role, place: ColumnPosition): Item[] {
  const style = { ...place.style, size: place.style.size * size, bold: cell.tagName === 'th' };
  return blockItems(cell.children, { ...place, left: 0, right: 0, width, style, under, turned: null });
}

function layoutOf(padding: number, { ctx }: ColumnPosition): CustomTableLayout {
  return {
    vLineWidth: () => 0,
    hLineColor: () => ctx.colors.rule,
    paddingLeft: () => padding,
    paddingRight: () => padding,
    paddingTop: () => 3,
    paddingBottom: () => 0,
  };
}

const MEASURED_ROWS = 200;

/** The texts of a column that it does not share with others. */
function ownTexts({ rows }: TableGrid, column: number): string[] {
  return rows.slice(0, MEASURED_ROWS).flatMap((row, at) => {
    const placed = row[column];
    return placed?.row === at && placed.colSpan === 1
      ? [visibleText({ type: 'root', children: [placed.cell] })]
      : [];
  });
}

function columnWidths(grid: TableGrid, room: number, least: number): number[] {
  const weights = Array.from({ length: grid.columns }, (_, column) =>
    Math.min(60, Math.max(4, ...ownTexts(grid, column).map(({ length }) => length))),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spare = room - grid.columns * least;
  return weights.map((weight) => least + (spare * weight) / total);
}
