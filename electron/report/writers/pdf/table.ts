import type { Element } from 'hast';
import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import { visibleText } from '#core/text/index.ts';
import { tableRows } from '../../document/table-rows.ts';
import type { Item } from './flow.ts';
import { assemble, blankNode } from './flow.ts';
import type { Place } from './rich.ts';
import { blockItems } from './rich.ts';
import { role } from './roles.ts';

const PADDING = 5;
/** Size of what stands in an empty cell. */
const BLANK = 4;
/** Tables with more lines and boxes than this are not held together with the heading above them. */
const MAX_KEPT_PIECES = 12;
/** Narrower columns than this would set a table letter by letter. */
const MIN_COLUMN = 38;

/**
 * A table of a rich text. Column widths are fixed beforehand, by how much text each holds: widths that the
 * layout engine finds for itself cost it two passes over every cell. The head is repeated on every page. What
 * has more columns than fit beside each other is set row by row, one cell under the other.
 */
export function tableItems(table: Element, place: Place): Item[] {
  const rows = tableRows(table);
  const columns = Math.max(1, ...rows.map((row) => row.length));
  const room = place.width - columns * 2 * PADDING;
  if (room < columns * MIN_COLUMN) return rows.flat().flatMap((cell) => blockItems(cell.children, place));
  const widths = columnWidths(rows, columns, room);
  const headed = rows[0]?.every((cell) => cell.tagName === 'th') === true && rows.length > 1;
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
      const style = { ...place.style, size: place.style.size * 0.92, bold: head };
      const items = blockItems(cell.children, { ...place, left: 0, width, style, under });
      pieces += items.some((item) => item.tall === true) ? Infinity : items.length;
      const stack = assemble(items);
      return { stack: stack.length === 0 ? [blankNode(under, BLANK)] : stack };
    });
  });
  if (body.length === 0) return [];
  const layout: CustomTableLayout = {
    hLineWidth: () => 0.6,
    vLineWidth: () => 0,
    hLineColor: () => place.press.colors.rule,
    paddingLeft: () => PADDING,
    paddingRight: () => PADDING,
    paddingTop: () => 3,
    paddingBottom: () => 0,
    fillColor: (row) => (headed && row === 0 ? place.press.colors.panel : null),
  };
  const tall = pieces > MAX_KEPT_PIECES;
  const node: Content = {
    table: { widths, body, headerRows: headed ? 1 : 0 },
    layout,
    margin: [place.left, 3, 0, 8],
  };
  // A short table on two pages would be read as two.
  return [{ node: tall ? node : { stack: [node], unbreakable: true }, keep: false, tall }];
}

function columnWidths(rows: readonly Element[][], columns: number, room: number): number[] {
  const weights = Array.from({ length: columns }, (_, column) => {
    const longest = Math.max(
      4,
      ...rows.slice(0, 200).map((row) => {
        const cell = row[column];
        return cell === undefined ? 0 : visibleText({ type: 'root', children: [cell] }).length;
      }),
    );
    return Math.min(60, longest);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const spare = room - columns * MIN_COLUMN;
  return weights.map((weight) => MIN_COLUMN + (spare * weight) / total);
}
