import { ScanError } from '#contract/scans/problem.ts';
import { newlines } from '../source/decode.ts';

/** A row of a table. */
export interface CsvRow {
  readonly cells: readonly string[];
  /** Where it begins, counted from 1. */
  readonly line: number;
  /** The file ends within it, without a line break. */
  readonly isLast: boolean;
}

/** So many characters one row may have. */
const maxCharacters = 16 * 1024 * 1024;
const maxCells = 1_000;

/** The sign that parts the cells, told by the first line. */
export function delimiterOf(head: string): string {
  const [first = ''] = head.replace(/"(?:[^"]|"")*"/gu, '').split(/\r?\n/u, 1);
  const signs = [',', ';', '\t', '|'];
  const counts = signs.map((sign) => first.split(sign).length);
  return signs[counts.indexOf(Math.max(...counts))] ?? ',';
}

/** The rows of a table (RFC 4180), without empty ones. @throws ScanError if a quote is not closed or a row is too large */
export async function* csvRows(chunks: AsyncIterable<string>, delimiter: string): AsyncIterable<CsvRow> {
  let rest = '';
  let line = 1;
  for await (const chunk of chunks) {
    const text = rest + chunk;
    let at = 0;
    // The last sign may be the first of two.
    for (let row = rowAt(text, at, delimiter, false); row !== null; row = rowAt(text, at, delimiter, false)) {
      if (row.cells.some((cell) => cell !== '')) yield { cells: row.cells, line, isLast: false };
      line += newlines(text.slice(at, row.end));
      at = row.end;
    }
    rest = text.slice(at);
    if (rest.length > maxCharacters) throw new ScanError('This row is too large to be read.', line);
  }
  while (rest !== '') {
    const row = rowAt(rest, 0, delimiter, true);
    if (row === null)
      throw new ScanError(
        `The file ends too early: a quote of the row in line ${String(line)} is not closed.`,
        line,
      );
    const isLast = row.end === rest.length && !/[\r\n]$/u.test(rest);
    if (row.cells.some((cell) => cell !== '')) yield { cells: row.cells, line, isLast };
    line += newlines(rest.slice(0, row.end));
    rest = rest.slice(row.end);
  }
}

/** What is wrong with the number of cells of a row below a heading of this width; null if nothing is. */
export function cellsProblem({ cells, isLast }: CsvRow, width: number): string | null {
  if (cells.length > width) return 'This row has more cells than the first one.';
  return isLast && cells.length < width ? 'The file may be cut off: this row has too few cells.' : null;
}

/** The row at a place; null if its end is not in the text. */
function rowAt(
  text: string,
  from: number,
  delimiter: string,
  isWhole: boolean,
): { readonly cells: string[]; readonly end: number } | null {
  const cells: string[] = [];
  let at = from;
  while (cells.length < maxCells) {
    let cell = '';
    if (text.startsWith('"', at)) {
      const quoted = quotedAt(text, at);
      if (quoted === null) return null;
      cell = quoted.cell;
      at = quoted.end;
    }
    let end = at;
    while (end < text.length && !text.startsWith(delimiter, end) && !/[\r\n]/u.test(text.charAt(end)))
      end += 1;
    cells.push(cell + text.slice(at, end));
    if (end >= text.length) return isWhole ? { cells, end } : null;
    if (text.startsWith(delimiter, end)) {
      at = end + delimiter.length;
      continue;
    }
    if (text.startsWith('\r\n', end)) return { cells, end: end + 2 };
    // The line feed may follow in the next piece.
    return text.charAt(end) === '\r' && end + 1 === text.length && !isWhole ? null : { cells, end: end + 1 };
  }
  throw new ScanError(`A row has more than ${String(maxCells)} cells.`);
}

function quotedAt(text: string, from: number): { readonly cell: string; readonly end: number } | null {
  let cell = '';
  let at = from + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return null;
    cell += text.slice(at, quote);
    if (text.charAt(quote + 1) !== '"') return { cell, end: quote + 1 };
    cell += '"';
    at = quote + 2;
  }
}
