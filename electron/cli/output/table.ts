import { fit, pad, plain, widthOf, wrap } from './text.ts';
import type { Paint, AnsiStyle } from './text.ts';

export interface Column<Row> {
  readonly title: string;
  /** Text of a cell, as it came: it is made safe here. */
  readonly cell: (row: Row) => string;
  readonly align?: 'left' | 'right';
  /** The column may be cut if the line is too long. The last one needs none of it: it goes on in a line of its own. */
  readonly shrinks?: boolean;
  readonly style?: (row: Row) => AnsiStyle | undefined;
}

export interface TableOptions {
  readonly paint: Paint;
  /** Columns of the terminal; undefined (no terminal) cuts and breaks nothing, so that nothing is hidden from a script. */
  readonly width: number | undefined;
}

const GAP = '  ';
const NARROWEST = 8;
/** The last column is read: it takes so much before others are cut, and never less than the second. */
const COMFORTABLE = 24;
const READABLE = 20;

/**
 * An aligned table with a line of titles; every line ends with a line break. A terminal gets no column that is empty,
 * and each row as a list of its cells if it is too narrow for a table.
 */
export function table<Row>(
  rows: readonly Row[],
  given: readonly Column<Row>[],
  { paint, width }: TableOptions,
): string {
  const columns =
    width === undefined ? given : given.filter(({ cell }) => rows.some((row) => cell(row) !== ''));
  const cells = rows.map((row) => columns.map((column) => plain(column.cell(row))));
  const wanted = columns.map((column, index) =>
    cells.reduce((widest, line) => Math.max(widest, widthOf(line[index] ?? '')), widthOf(column.title)),
  );
  const widths = width === undefined ? wanted : shrink(wanted, columns, width);
  const styled = (text: string, style: AnsiStyle | undefined): string =>
    style === undefined ? text : paint(style, text);
  if (widths === null) return listed(rows, columns, cells, { width: width ?? 0, styled });

  const last = columns.length - 1;
  const lines = (texts: readonly string[], style: (index: number) => AnsiStyle | undefined): string => {
    const before = columns.slice(0, last).map((column, index) => {
      const columnWidth = widths[index] ?? 0;
      return styled(pad(fit(texts[index] ?? '', columnWidth), columnWidth, column.align), style(index));
    });
    const indent = ' '.repeat(widths.slice(0, last).reduce((sum, next) => sum + next + GAP.length, 0));
    const text = texts[last] ?? '';
    const lastWidth = widths[last] ?? 0;
    // Blanks at the end of a line would wrap on a terminal that is exactly as wide.
    const broken = columns[last]?.align === 'right' ? [pad(text, lastWidth, 'right')] : wrap(text, lastWidth);
    const [first = '', ...more] = broken.map((line) => styled(line, style(last)));
    return [`${[...before, first].join(GAP)}\n`, ...more.map((line) => `${indent}${line}\n`)].join('');
  };

  const head = lines(
    columns.map((column) => column.title),
    () => 'bold',
  );
  const body = rows.map((row, number) => lines(cells[number] ?? [], (index) => columns[index]?.style?.(row)));
  return head + body.join('');
}

/** The width of each column, or null if the terminal is too narrow for a table. */
function shrink<Row>(
  wanted: readonly number[],
  columns: readonly Column<Row>[],
  width: number,
): readonly number[] | null {
  const widths = [...wanted];
  const last = columns.length - 1;
  let excess = widths.reduce((total, next) => total + next, 0) + GAP.length * last - width;
  const takeFrom = (index: number, narrowest: number): void => {
    const less = Math.max(0, Math.min(excess, (widths[index] ?? 0) - narrowest));
    widths[index] = (widths[index] ?? 0) - less;
    excess -= less;
  };
  takeFrom(last, COMFORTABLE);
  while (excess > 0 && widest() !== -1) takeFrom(widest(), (widths[widest()] ?? 0) - 1);
  takeFrom(last, READABLE);
  return excess > 0 ? null : widths;

  function widest(): number {
    let found = -1;
    for (const [index, { shrinks }] of columns.entries()) {
      const candidate = widths[index] ?? 0;
      if (index !== last && shrinks && candidate > Math.max(NARROWEST, widths[found] ?? 0)) found = index;
    }
    return found;
  }
}

/** Each row as lines of title and cell, with an empty line between rows. Empty cells are left out. */
function listed<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  cells: readonly (readonly string[])[],
  {
    width,
    styled,
  }: { readonly width: number; readonly styled: (text: string, style: AnsiStyle | undefined) => string },
): string {
  const titles = Math.max(...columns.map(({ title }) => widthOf(title)));
  const indent = ' '.repeat(titles + GAP.length);
  const rest = Math.max(1, width - indent.length);
  return rows
    .map((row, number) =>
      columns
        .flatMap(({ title, style }, index) => {
          const text = cells[number]?.[index] ?? '';
          if (text === '') return [];
          const [first = '', ...more] = wrap(text, rest).map((line) => styled(line, style?.(row)));
          return [
            `${styled(pad(title, titles), 'bold')}${GAP}${first}\n`,
            ...more.map((line) => `${indent}${line}\n`),
          ];
        })
        .join(''),
    )
    .join('\n');
}
