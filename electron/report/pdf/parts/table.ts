import type { Element } from 'hast';
import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import { visibleText } from '#domain/text/index.ts';
import { tableRows } from '../../document/table-rows.ts';
import { widestText } from '../layout/columns.ts';
import type { Item } from '../layout/flow.ts';
import { assemble, blankNode, lineNode } from '../layout/flow.ts';
import { breakLines } from '../layout/lines.ts';
import type { Place } from './rich.ts';
import { blockItems, runsFromRight } from './rich.ts';
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
export function tableItems(table: Element, place: Place): Item[] {
  const given = tableRows(table);
  const columns = Math.max(1, ...given.map((row) => row.length));
  // The first column of a table that is read from the right is the rightmost.
  const rows = runsFromRight(table) ? given.map((row) => mirrored(row, columns)) : given;
  const roomIn = (width: number, { padding }: Setting): number => width - columns * 2 * padding;
  if (roomIn(place.width, ordinary) >= columns * ordinary.least) {
    return gridOf(rows, columns, roomIn(place.width, ordinary), ordinary, place);
  }
  for (const setting of smaller) {
    const room = roomIn(place.width, setting);
    if (room >= neededWidth(rows, columns, setting, place))
      return gridOf(rows, columns, room, setting, place);
  }
  for (const setting of place.turned === null ? [] : smaller) {
    const width = place.turned ?? 0;
    const room = roomIn(width, setting);
    if (room < neededWidth(rows, columns, setting, place)) continue;
    return gridOf(rows, columns, room, setting, { ...place, left: 0, right: 0, width, turned: null }).map(
      ({ node }): Item => ({ node: turnedNode(node), keep: false, tall: true }),
    );
  }
  return recordItems(rows, columns, place);
}

function mirrored(row: readonly Element[], columns: number): Element[] {
  const none = (): Element => ({ type: 'element', tagName: 'td', properties: {}, children: [] });
  return [...row, ...Array.from({ length: columns - row.length }, none)].reverse();
}

/** Points that columns of smaller type want together: the widest word of each, within reason. */
function neededWidth(
  rows: readonly Element[][],
  columns: number,
  { size, least }: Setting,
  place: Place,
): number {
  const style = { ...place.style, size: place.style.size * size, bold: true };
  const wanted = Array.from({ length: columns }, (_, column) => {
    const words = rows.slice(0, MEASURED_ROWS).flatMap((row) => textOf(row[column]).split(/\s+/u));
    return Math.min(WIDE_ENOUGH, Math.max(least, widestText(words, style, place.ctx)));
  });
  return wanted.reduce((sum, width) => sum + width, 0);
}

function gridOf(
  rows: readonly Element[][],
  columns: number,
  room: number,
  { padding, size, least }: Setting,
  place: Place,
): Item[] {
  const widths = columnWidths(rows, columns, room, least);
  const headed = isHeaded(rows);
  let pieces = 0;
  const whole = role('Table', place.under);
  const body = rows.map((cells, at) => {
    const row = role('TR', whole);
    return widths.map((width, column): TableCell => {
      const cell = cells[column];
      const head = cell?.tagName === 'th';
      const under = head
        ? role('TH', row, { scope: headed && at === 0 ? 'Column' : 'Row' })
        : role('TD', row);
      if (cell === undefined) return { stack: [blankNode(under, BLANK)] };
      const items = cellItems(cell, width, size, under, place);
      pieces += items.some((item) => item.tall === true) ? Infinity : items.length;
      const stack = assemble(items);
      return { stack: stack.length === 0 ? [blankNode(under, BLANK)] : stack };
    });
  });
  if (body.length === 0) return [];
  const layout: CustomTableLayout = {
    ...layoutOf(padding, place),
    hLineWidth: () => 0.6,
    fillColor: (row) => (headed && row === 0 ? place.ctx.colors.panel : null),
  };
  const tall = pieces > MAX_KEPT_PIECES * Math.max(1, columns / MANY_COLUMNS);
  const node: Content = {
    table: { widths, body, headerRows: headed ? 1 : 0 },
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

/** Row by row as a table of two columns: what stands over a value in the one, the value in the other. */
function recordItems(rows: readonly Element[][], columns: number, place: Place): Item[] {
  const headed = isHeaded(rows);
  const records = headed ? rows.slice(1) : rows;
  const { padding, size } = ordinary;
  const room = place.width - 4 * padding;
  const widths = [room * HEAD_SHARE, room * (1 - HEAD_SHARE)] as const;
  const whole = role('Table', place.under);
  const begins = new Set<number>();
  const body = records.flatMap((cells, record) => {
    begins.add(record * columns);
    return Array.from({ length: columns }, (_, column): TableCell[] => {
      const row = role('TR', whole);
      const head = role('TH', row, { scope: 'Row' });
      const value = role('TD', row);
      const name = headed ? rows[0]?.[column] : undefined;
      const cell = cells[column];
      const names =
        name === undefined
          ? [numberItem(column + 1, head, place)]
          : cellItems({ ...name, tagName: 'th' }, widths[0], size, head, place);
      const values = cell === undefined ? [] : cellItems(cell, widths[1], size, value, place);
      return [stackOf(names, head), stackOf(values, value)];
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

function numberItem(number: number, under: Role, { style, ctx }: Place): Item {
  const look = { ...style, size: style.size * ordinary.size, bold: true };
  const [line = { runs: [], fromRight: false }] = breakLines(
    [{ text: String(number), style: look }],
    40,
    ctx.fonts,
  );
  return { node: lineNode(line, under), keep: false };
}

/** What stands in a cell; a table within is never on a page of its own. */
function cellItems(cell: Element, width: number, size: number, under: Role, place: Place): Item[] {
  const style = { ...place.style, size: place.style.size * size, bold: cell.tagName === 'th' };
  return blockItems(cell.children, { ...place, left: 0, right: 0, width, style, under, turned: null });
}

function layoutOf(padding: number, { ctx }: Place): CustomTableLayout {
  return {
    vLineWidth: () => 0,
    hLineColor: () => ctx.colors.rule,
    paddingLeft: () => padding,
    paddingRight: () => padding,
    paddingTop: () => 3,
    paddingBottom: () => 0,
  };
}

function isHeaded(rows: readonly Element[][]): boolean {
  return rows[0]?.every((cell) => cell.tagName === 'th') === true && rows.length > 1;
}

const MEASURED_ROWS = 200;

function textOf(cell: Element | undefined): string {
  return cell === undefined ? '' : visibleText({ type: 'root', children: [cell] });
}

function columnWidths(rows: readonly Element[][], columns: number, room: number, least: number): number[] {
  const weights = Array.from({ length: columns }, (_, column) => {
    const longest = Math.max(4, ...rows.slice(0, MEASURED_ROWS).map((row) => textOf(row[column]).length));
    return Math.min(60, longest);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spare = room - columns * least;
  return weights.map((weight) => least + (spare * weight) / total);
}
