import type { Element, ElementContent } from 'hast';
import { visibleText } from '#domain/text/index.ts';
import type { Value } from '../../document/blocks.ts';
import type { PlainTable } from '../../document/text/plain-tables.ts';
import {
  cellAlign,
  columnAligns,
  tableGrid,
  type PlacedCell,
  type TableGrid,
} from '../../document/table-grid.ts';
import { markup, tag, voidTag, type Markup } from '../../html/markup.ts';
import type { DocxFile } from '../file.ts';
import { captionOf } from '../../document/text/captions.ts';
import { captionBlock } from './caption.ts';
import { richLine, valueXml } from './inlines.ts';
import { lineCount } from '../page-estimate.ts';
import { paragraph, twips, type ParagraphLine } from '../paragraph.ts';
import { emptyParagraph, richBlocks, type RichPlace } from './rich.ts';
import { runs } from '../runs.ts';

/** Word takes no more columns. */
const maxColumns = 63;
/** Points between the words of a cell and its edges, both sides together. */
const cellPadding = 10;
const cellType = { size: 9.5, height: 12, padding: 5 } as const;

/** A cell of a table. */
export interface TableCell {
  /** Paragraphs; an empty cell has one without words. */
  readonly content: readonly Markup[];
  readonly width: number;
  readonly span?: number;
  /** `begin`: it goes on below; `goes-on`: it began above. */
  readonly merged?: 'begin' | 'goes-on';
  readonly fill?: string;
  /** Its words run upwards. */
  readonly turned?: boolean;
  readonly middle?: boolean;
}

/** A row of a table. */
export interface TableRow {
  readonly cells: readonly TableCell[];
  readonly head?: boolean;
  /** Points that it is high at least. */
  readonly height?: number;
  /** It may go on on the next page. */
  readonly breaks?: boolean;
}

/** How a table is called and stands. */
export interface TableLook {
  readonly style: 'DossierTable' | 'DossierFacts' | 'DossierPlain';
  readonly widths: readonly number[];
  readonly indent?: number;
  readonly caption?: string;
  readonly fromRight?: boolean;
}

/** A table of Word. Its columns have fixed widths: the same in every program. */
export function tableXml(
  rows: readonly TableRow[],
  { style, widths, indent, caption, fromRight }: TableLook,
): Markup {
  const whole = widths.reduce((sum, width) => sum + width, 0);
  return tag('w:tbl', {}, [
    tag('w:tblPr', {}, [
      voidTag('w:tblStyle', { 'w:val': style }),
      ...(fromRight === true ? [voidTag('w:bidiVisual')] : []),
      voidTag('w:tblW', { 'w:w': twips(whole), 'w:type': 'dxa' }),
      ...(indent === undefined || indent === 0
        ? []
        : [voidTag('w:tblInd', { 'w:w': twips(indent), 'w:type': 'dxa' })]),
      voidTag('w:tblLayout', { 'w:type': 'fixed' }),
      voidTag('w:tblLook', {
        'w:val': '0420',
        'w:firstRow': 1,
        'w:lastRow': 0,
        'w:firstColumn': 0,
        'w:lastColumn': 0,
        'w:noHBand': 0,
        'w:noVBand': 1,
      }),
      ...(caption === undefined || caption === '' ? [] : [voidTag('w:tblCaption', { 'w:val': caption })]),
    ]),
    tag(
      'w:tblGrid',
      {},
      widths.map((width) => voidTag('w:gridCol', { 'w:w': twips(width) })),
    ),
    ...rows.map(rowXml),
  ]);
}

function rowXml({ cells, head, height, breaks }: TableRow): Markup {
  return tag('w:tr', {}, [
    tag('w:trPr', {}, [
      ...(breaks === true ? [] : [voidTag('w:cantSplit')]),
      ...(height === undefined
        ? []
        : [voidTag('w:trHeight', { 'w:val': twips(height), 'w:hRule': 'atLeast' })]),
      ...(head === true ? [voidTag('w:tblHeader')] : []),
    ]),
    ...cells.map(cellXml),
  ]);
}

function cellXml({ content, width, span, merged, fill, turned, middle }: TableCell): Markup {
  const last = content.at(-1);
  // A cell ends with a paragraph.
  const whole = last?.startsWith('<w:p>') === true ? content : [...content, emptyParagraph('TableText')];
  return tag('w:tc', {}, [
    tag('w:tcPr', {}, [
      voidTag('w:tcW', { 'w:w': twips(width), 'w:type': 'dxa' }),
      ...(span === undefined || span === 1 ? [] : [voidTag('w:gridSpan', { 'w:val': span })]),
      ...(merged === undefined
        ? []
        : [voidTag('w:vMerge', { 'w:val': merged === 'begin' ? 'restart' : undefined })]),
      ...(fill === undefined
        ? []
        : [voidTag('w:shd', { 'w:val': 'clear', 'w:color': 'auto', 'w:fill': fill })]),
      ...(turned === true ? [voidTag('w:textDirection', { 'w:val': 'btLr' })] : []),
      ...(middle === true ? [voidTag('w:vAlign', { 'w:val': 'center' })] : []),
    ]),
    markup(whole),
  ]);
}

/** A table of values under its heads, over the width of the column. */
export function plainTableXml({ columns, rows }: PlainTable, name: string, file: DocxFile): Markup[] {
  const widths = sharedWidths(
    columns.map(({ title, share }, at) => ({
      share,
      word: longestWord([title, ...rows.flatMap((row) => (row[at] ?? []).map(({ text }) => text))]),
    })),
    file.column,
  );
  const head: TableRow = {
    head: true,
    cells: columns.map(({ title }, at) => textCell(title, widths[at] ?? 0, file, true)),
  };
  const body = rows.map((cells): TableRow => {
    const texts = cells.map((values, at) =>
      values.map(({ text }) => text).join(columns[at]?.isRow === true ? ', ' : '\n'),
    );
    countRow(texts, widths, file);
    return {
      breaks: true,
      cells: widths.map((width, at) => ({
        width,
        content: linesOf(cells[at] ?? [], columns[at]?.isRow === true).map((values) =>
          paragraph(valuesLine(values, file), { style: 'TableText' }, file, null),
        ),
      })),
    };
  });
  return [tableXml([head, ...body], { style: 'DossierTable', widths, caption: name }), behindTable(file)];
}

function linesOf(values: readonly Value[], isRow: boolean): readonly (readonly Value[])[] {
  return isRow && values.length > 0 ? [values] : values.map((value) => [value]);
}

/** Values behind one another. */
export function valuesLine(values: readonly Value[], file: DocxFile): ParagraphLine {
  return {
    xml: values.flatMap((value, at) => [...(at === 0 ? [] : [runs(', ')]), valueXml(value, file)]),
    text: values.map(({ text }) => text).join(', '),
  };
}

/** A cell with words of the report's own. */
export function textCell(text: string, width: number, file: DocxFile, head = false): TableCell {
  const style = head ? 'TableHead' : 'TableText';
  return { width, content: [paragraph({ xml: runs(text), text }, { style }, file, null)] };
}

/** The little space between a table and what follows; two tables in a row would be one. */
export function behindTable(file: DocxFile): Markup {
  file.pages.add(6);
  return emptyParagraph('Gap');
}

/** Counts the height of a row of these texts. */
export function countRow(texts: readonly string[], widths: readonly number[], file: DocxFile): void {
  const lines = texts.map((text, at) =>
    text
      .split('\n')
      .reduce(
        (sum, line) => sum + lineCount(line.length, (widths[at] ?? 60) - cellPadding, cellType.size),
        0,
      ),
  );
  file.pages.add(Math.max(1, ...lines) * cellType.height + cellType.padding);
}

function longestWord(texts: readonly string[]): number {
  return texts.reduce(
    (longest, text) => Math.max(longest, ...text.split(/[\s/.]+/u).map((word) => Math.min(40, word.length))),
    0,
  );
}

/** Widths by what columns ask for, none narrower than its longest word if there is room for that. */
export function sharedWidths(
  columns: readonly { readonly share: number; readonly word: number }[],
  room: number,
): number[] {
  const needs = columns.map(({ word }) => Math.max(24, word * cellType.size * 0.56 + cellPadding));
  const needed = needs.reduce((sum, need) => sum + need, 0);
  if (needed >= room) return needs.map((need) => (need * room) / needed);
  const shares = columns.reduce((sum, { share }) => sum + share, 0);
  const left = room - needed;
  return needs.map((need, at) => need + (left * (columns[at]?.share ?? 0)) / shares);
}

/** A table of a text as it is seen: merged cells, heads that are repeated. */
export function richTable(element: Element, file: DocxFile, place: RichPlace): Markup[] {
  const grid = tableGrid(element);
  const { rows, columns, headRows, caption } = grid;
  const numbered = captionOf(element);
  const title = numbered === null ? richLine(caption, file) : { xml: [], text: '' };
  const named =
    numbered !== null
      ? [captionBlock(numbered, 'Table', file, true)]
      : title.text === ''
        ? []
        : [paragraph(title, { style: 'Caption', keepNext: true }, file, place.width ?? file.column)];
  if (rows.length === 0) return named;
  if (columns > maxColumns) return [...named, ...asParagraphs(rows, file, place)];
  const indent = Math.min(place.indent ?? 0, 100);
  const room = Math.max(60, (place.width ?? file.column) - indent);
  const widths = gridWidths(grid, room);
  const aligns = columnAligns(grid);
  const xml = rows.map((cells, at): TableRow => {
    const texts = cells.map((one) => (one.row === at ? textOf(one) : ''));
    if (place.width === undefined) countRow(texts, widths, file);
    return {
      breaks: true,
      head: at < headRows,
      cells: cells.flatMap((one, column): TableCell[] => {
        if (one.column !== column) return [];
        const width = widths.slice(column, column + one.colSpan).reduce((sum, each) => sum + each, 0);
        const merged =
          one.rowSpan === 1 ? {} : { merged: one.row === at ? ('begin' as const) : ('goes-on' as const) };
        const begins = one.row === at;
        const align = cellAlign(one.cell) ?? aligns[column] ?? null;
        const head = at < headRows || one.cell.tagName === 'th';
        const content = begins
          ? richBlocks(one.cell.children, file, {
              style: at < headRows ? 'TableHead' : 'TableText',
              width: Math.max(20, width - cellPadding),
              ...(align === 'right' || align === 'center' ? { align } : {}),
              ...(head && at >= headRows && { look: { bold: true } }),
            })
          : [];
        return [{ width, span: one.colSpan, ...merged, content }];
      }),
    };
  });
  return [
    ...named,
    tableXml(xml, {
      style: 'DossierTable',
      widths,
      indent,
      ...(numbered === null ? {} : { caption: numbered.caption }),
    }),
    ...(place.width === undefined ? [behindTable(file)] : []),
  ];
}

function textOf({ cell }: PlacedCell): string {
  return visibleText({ type: 'root', children: [...cell.children] });
}

function gridWidths({ rows, columns }: TableGrid, room: number): number[] {
  const texts = Array.from({ length: columns }, (_, column) =>
    rows.flatMap((row, at) => {
      const one = row[column];
      return one === undefined || one.row !== at || one.colSpan > 1 ? [] : [textOf(one)];
    }),
  );
  return sharedWidths(
    texts.map((all) => ({
      share: Math.sqrt(Math.max(4, ...all.map((text) => Math.min(400, text.length)))),
      word: longestWord(all),
    })),
    room,
  );
}

/** A table that is wider than Word takes: a paragraph for each cell, so that no word is lost. */
function asParagraphs(rows: TableGrid['rows'], file: DocxFile, place: RichPlace): Markup[] {
  return rows.flatMap((row, at) =>
    row.flatMap((one, column): Markup[] => {
      if (one.row !== at || one.column !== column) return [];
      const children: readonly ElementContent[] = one.cell.children;
      return richBlocks(children, file, place);
    }),
  );
}
