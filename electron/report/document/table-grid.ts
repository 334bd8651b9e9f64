import type { Element, ElementContent } from 'hast';

/** A cell of a table and the places that it covers. */
export interface PlacedCell {
  readonly cell: Element;
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly colSpan: number;
  /** The row was too short: nobody wrote this cell. */
  readonly filler?: true;
}

/** A table as it is seen: every place of a row holds a cell, one that covers several places stands in each of them. */
export interface TableGrid {
  readonly rows: readonly (readonly PlacedCell[])[];
  readonly columns: number;
  /** So many rows at the top are heads of the columns. */
  readonly headRows: number;
  /** What the table is called; nothing if it has no caption. */
  readonly caption: readonly ElementContent[];
}

/** A cell that covers more places to its right covers all that there are; HTML takes 1,000. */
const MAX_COL_SPAN = 200;
/** A table with more columns, or more places, is hostile: each of its cells is then a row. */
const MAX_COLUMNS = 2_000;
const MAX_PLACES = 200_000;

/** A row as it was written, in its part of the table. */
interface SourceRow {
  readonly cells: readonly Element[];
  readonly part: TablePart;
}

/** Rows that no merged cell leaves: a head, a body or a foot. */
interface TablePart {
  readonly kind: 'head' | 'body' | 'foot';
  rows: number;
}

/**
 * The cells of a rich text's table at their places, by the rules of HTML: merged cells, head first and foot last. What
 * stands outside of every cell is a row of its own: no writer may lose a word.
 */
export function tableGrid(table: Element): TableGrid {
  const { rows, caption } = sourceRows(table);
  const placed = placedCells(rows) ?? rows.flatMap(({ cells }) => cells).map(alone);
  const { cells, columns, taken } = withoutEmptyLines(placed);
  const places = filled(cells, taken.length, columns);
  const headRows = headRowsOf(
    places,
    taken.map((row) => rows[row]),
  );
  return { rows: withHeads(places, headRows), columns, headRows, caption };
}

/** Whether a cell begins at this place. */
export function beginsAt({ row, column }: PlacedCell, atRow: number, atColumn: number): boolean {
  return row === atRow && column === atColumn;
}

/** The cells over a column, from the top; empty if the table has no heads. */
export function headsOf({ rows, headRows }: TableGrid, column: number): Element[] {
  const over = rows.slice(0, headRows).flatMap((row) => row[column]?.cell ?? []);
  return [...new Set(over)].filter((cell) => cell.children.length > 0);
}

/** How words are set; null: nothing is said, their script decides. */
export type CellAlign = 'left' | 'right' | 'center' | null;

/** How each column is set: as its head says, else as all its cells say alike. */
export function columnAligns({ rows, columns, headRows }: TableGrid): CellAlign[] {
  return Array.from({ length: columns }, (_, column) => {
    const said = rows.flatMap((row, at) => {
      const place = row[column];
      return place?.row === at && place.colSpan === 1 ? [{ at, align: cellAlign(place.cell) }] : [];
    });
    const head = said.findLast(({ at, align }) => at < headRows && align !== null);
    const [first = null, ...others] = new Set(
      said.filter(({ at }) => at >= headRows).map(({ align }) => align),
    );
    return head?.align ?? (others.length === 0 ? first : null);
  });
}

/** How a cell itself says that it is set. */
export function cellAlign({ properties }: Element): CellAlign {
  const { align } = properties;
  return align === 'left' || align === 'right' || align === 'center' ? align : null;
}

function sourceRows(table: Element): { readonly rows: SourceRow[]; readonly caption: ElementContent[] } {
  const rows: SourceRow[] = [];
  const caption: ElementContent[] = [];
  const walk = (element: Element, part: TablePart): void => {
    const add = (cells: readonly Element[], to = part): void => {
      rows.push({ cells, part: to });
      to.rows += 1;
    };
    const own = (): TablePart => ({ kind: 'body', rows: 0 });
    for (const child of element.children) {
      if (child.type !== 'element') {
        if (child.type === 'text' && child.value.trim() !== '') add([cellOf(child)], own());
      } else if (child.tagName === 'tr') add(child.children.flatMap(rowCell));
      else if (isCell(child)) add([child], own());
      else if (child.tagName === 'caption') caption.push(...child.children);
      else if (/^(?:thead|tbody|tfoot)$/.test(child.tagName)) {
        walk(child, { kind: partKinds[child.tagName] ?? 'body', rows: 0 });
      } else add([cellOf(child)], own());
    }
  };
  walk(table, { kind: 'body', rows: 0 });
  const order = ['head', 'body', 'foot'];
  return { rows: rows.sort((a, b) => order.indexOf(a.part.kind) - order.indexOf(b.part.kind)), caption };
}

const partKinds: Readonly<Record<string, TablePart['kind']>> = {
  thead: 'head',
  tbody: 'body',
  tfoot: 'foot',
};

function rowCell(child: ElementContent): Element[] {
  if (child.type === 'element') return [isCell(child) ? child : cellOf(child)];
  return child.type === 'text' && child.value.trim() !== '' ? [cellOf(child)] : [];
}

function isCell(element: Element): boolean {
  return element.tagName === 'td' || element.tagName === 'th';
}

function cellOf(child: ElementContent): Element {
  return { type: 'element', tagName: 'td', properties: {}, children: [child] };
}

function alone(cell: Element, row: number): PlacedCell {
  return { cell, row, column: 0, rowSpan: 1, colSpan: 1 };
}

/** The cells where HTML places them, spans as they are written; null for a table that is too large. */
function placedCells(rows: readonly SourceRow[]): PlacedCell[] | null {
  const placed: PlacedCell[] = [];
  /** The row from which on a column is free. */
  const freeFrom: number[] = [];
  const passed = new Map<TablePart, number>();
  for (const [row, { cells, part }] of rows.entries()) {
    const inPart = passed.get(part) ?? 0;
    passed.set(part, inPart + 1);
    let column = 0;
    for (const cell of cells) {
      while ((freeFrom[column] ?? 0) > row) column += 1;
      const colSpan = Math.min(MAX_COL_SPAN, Math.max(1, spanOf(cell, 'colSpan') ?? 1));
      if (column + colSpan > MAX_COLUMNS) return null;
      const left = part.rows - inPart;
      // A span of 0 reaches to the end of the part.
      const rowSpan = Math.min(left, (spanOf(cell, 'rowSpan') ?? 1) || left);
      placed.push({ cell, row, column, rowSpan, colSpan });
      for (let at = column; at < column + colSpan; at += 1) {
        freeFrom[at] = Math.max(freeFrom[at] ?? 0, row + rowSpan);
      }
      column += colSpan;
    }
  }
  const columns = new Set(placed.map(({ column }) => column)).size;
  return columns * rows.length > MAX_PLACES ? null : placed;
}

function spanOf({ properties }: Element, name: 'colSpan' | 'rowSpan'): number | undefined {
  const span = properties[name];
  return typeof span === 'number' ? span : undefined;
}

/** The same without rows and columns in which no cell begins: nobody sees them. */
function withoutEmptyLines(placed: readonly PlacedCell[]): {
  readonly cells: readonly PlacedCell[];
  readonly columns: number;
  /** The rows that are left, by their numbers before. */
  readonly taken: readonly number[];
} {
  const taken = [...new Set(placed.map(({ row }) => row))].sort((a, b) => a - b);
  const used = [...new Set(placed.map(({ column }) => column))].sort((a, b) => a - b);
  const cells = placed.map((one): PlacedCell => {
    const row = countBelow(taken, one.row);
    const column = countBelow(used, one.column);
    const rowSpan = countBelow(taken, one.row + one.rowSpan) - row;
    const colSpan = countBelow(used, one.column + one.colSpan) - column;
    return { cell: one.cell, row, column, rowSpan, colSpan };
  });
  return { cells, columns: used.length, taken };
}

/** How many of these ascending numbers are below a limit. */
function countBelow(ascending: readonly number[], limit: number): number {
  let count = 0;
  let end = ascending.length;
  while (count < end) {
    const middle = (count + end) >> 1;
    if ((ascending[middle] ?? 0) < limit) count = middle + 1;
    else end = middle;
  }
  return count;
}

/** Every place with its cell: of two that overlap the first has it, and what no cell covers is an empty one. */
function filled(placed: readonly PlacedCell[], rows: number, columns: number): PlacedCell[][] {
  const grid = Array.from({ length: rows }, () =>
    Array.from({ length: columns }, (): PlacedCell | undefined => undefined),
  );
  const isFree = (row: number, column: number): boolean => grid[row]?.[column] === undefined;
  for (const one of placed) {
    let colSpan = 1;
    while (colSpan < one.colSpan && isFree(one.row, one.column + colSpan)) colSpan += 1;
    const covered = Array.from({ length: colSpan }, (_, at) => one.column + at);
    let rowSpan = 1;
    while (rowSpan < one.rowSpan && covered.every((column) => isFree(one.row + rowSpan, column)))
      rowSpan += 1;
    const cell = { ...one, rowSpan, colSpan };
    for (let row = one.row; row < one.row + rowSpan; row += 1) {
      const line = grid[row];
      if (line !== undefined) for (const column of covered) line[column] = cell;
    }
  }
  return grid.map((line, row) => line.map((cell, column) => cell ?? fillerAt(row, column)));
}

function fillerAt(row: number, column: number): PlacedCell {
  const cell: Element = { type: 'element', tagName: 'td', properties: {}, children: [] };
  return { cell, row, column, rowSpan: 1, colSpan: 1, filler: true };
}

/** The rows of the table's head, else those at the top that hold heads alone. */
function headRowsOf(
  rows: readonly (readonly PlacedCell[])[],
  sources: readonly (SourceRow | undefined)[],
): number {
  const inHead = sources.filter((source) => source?.part.kind === 'head').length;
  if (inHead > 0 && inHead < rows.length) return inHead;
  const first = rows.findIndex((row, at) => !row.every((place) => isHead(place, at)));
  if (first === -1) return rows.length > 1 ? 1 : 0;
  return first;
}

/** The corner over the names of rows may be an empty cell of any kind. */
function isHead({ cell, column, filler }: PlacedCell, row: number): boolean {
  if (cell.tagName === 'th' || filler === true) return true;
  return row === 0 && column === 0 && cell.children.length === 0;
}

/** What stands in the head are heads, and none of them goes on below it. */
function withHeads(rows: readonly (readonly PlacedCell[])[], headRows: number): PlacedCell[][] {
  const heads = new Map<PlacedCell, PlacedCell>();
  return rows.map((row, at) =>
    row.map((place, column) => {
      if (place.row >= headRows) return place;
      if (at >= headRows) return fillerAt(at, column);
      const head = heads.get(place) ?? {
        ...place,
        cell: { ...place.cell, tagName: 'th' },
        rowSpan: Math.min(place.rowSpan, headRows - place.row),
      };
      heads.set(place, head);
      return head;
    }),
  );
}
