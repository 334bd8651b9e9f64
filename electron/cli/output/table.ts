import { fit, pad, plain, widthOf } from './text.ts';
import type { Paint, AnsiStyle } from './text.ts';

export interface Column<Row> {
  readonly title: string;
  /** Text of a cell, as it came: it is made safe here. */
  readonly cell: (row: Row) => string;
  readonly align?: 'left' | 'right';
  /** The column may be cut if the line is too long; the others keep their width. */
  readonly shrinks?: boolean;
  readonly style?: (row: Row) => AnsiStyle | undefined;
}

export interface TableOptions {
  readonly paint: Paint;
  /** Columns of the terminal; undefined (no terminal) cuts nothing, so that nothing is hidden from a script. */
  readonly width: number | undefined;
}

const GAP = '  ';
const NARROWEST = 8;

/** An aligned table with a line of titles; every line ends with a line break. */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { paint, width }: TableOptions,
): string {
  const cells = rows.map((row) => columns.map((column) => plain(column.cell(row))));
  const wanted = columns.map((column, index) =>
    cells.reduce((widest, line) => Math.max(widest, widthOf(line[index] ?? '')), widthOf(column.title)),
  );
  const widths = width === undefined ? wanted : shrink(wanted, columns, width);
  const last = columns.length - 1;

  const line = (texts: readonly string[], style: (index: number) => AnsiStyle | undefined): string => {
    const parts = columns.map((column, index) => {
      const columnWidth = widths[index] ?? 0;
      const cut = fit(texts[index] ?? '', columnWidth);
      // Blanks at the end of a line would wrap on a terminal that is exactly as wide.
      const padded = index === last && column.align !== 'right' ? cut : pad(cut, columnWidth, column.align);
      const wantedStyle = style(index);
      return wantedStyle === undefined ? padded : paint(wantedStyle, padded);
    });
    return `${parts.join(GAP)}\n`;
  };

  const head = line(
    columns.map((column) => column.title),
    () => 'bold',
  );
  const body = rows.map((row, number) => line(cells[number] ?? [], (index) => columns[index]?.style?.(row)));
  return head + body.join('');
}

/** Takes the columns that may shrink back, the widest first, until the line fits or they are at their narrowest. */
function shrink<Row>(
  wanted: readonly number[],
  columns: readonly Column<Row>[],
  width: number,
): readonly number[] {
  const widths = [...wanted];
  const sum = (): number =>
    widths.reduce((total, next) => total + next, 0) + GAP.length * (widths.length - 1);
  for (let excess = sum() - width; excess > 0; excess -= 1) {
    let widest = -1;
    for (const [index, column] of columns.entries()) {
      const candidate = widths[index] ?? 0;
      if (column.shrinks && candidate > NARROWEST && candidate > (widths[widest] ?? 0)) widest = index;
    }
    if (widest === -1) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}
