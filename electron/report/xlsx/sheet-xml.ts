import { markup, tag, voidTag, type Attributes, type Markup } from '../html/markup.ts';
import type { SeverityKey } from '../document/blocks.ts';
import { longestCell } from '../list/columns.ts';
import { isLong } from '../list/rows.ts';
import type { Relationship } from '../office/package.ts';
import { styleOf, type CellStyle } from './styles.ts';

/** What a cell holds. */
export type SheetCell =
  /** Nothing yet, and how it looks if something is entered. */
  | { readonly kind: 'empty'; readonly look: CellStyle }
  /** Nothing in so many columns. */
  | { readonly kind: 'gap'; readonly columns: number }
  | { readonly kind: 'text'; readonly text: string; readonly link?: Link; readonly look?: CellStyle }
  | { readonly kind: 'number'; readonly value: number; readonly look: CellStyle }
  | { readonly kind: 'severity'; readonly text: string; readonly severity: SeverityKey };

/** Where a cell leads: to a page of the web, or to a cell of the file. */
export type Link = { readonly href: string } | { readonly sheet: string; readonly cell: string };

/** A column: what stands over it, and how wide it is in letters. */
export interface SheetColumn {
  readonly title: string;
  readonly width: number;
  /** Only these, or a day: what a user may enter. */
  readonly enters?: readonly string[] | 'day';
  /** Its title is written upwards, for columns that are too narrow for it, and may lead somewhere. */
  readonly turned?: boolean;
  readonly link?: Link;
}

/** A sheet of the file. With a `head` its first row stays in sight and filters the others. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  readonly rows: readonly (readonly SheetCell[])[];
  readonly head: boolean;
  /** So many columns stay in sight too. */
  readonly frozen?: number;
  /** Rows behind the others that are not filtered: sums, and what is to be said. */
  readonly foot?: readonly (readonly SheetCell[])[];
}

/** What stands above and below each printed page, and its paper. */
export interface SheetPaper {
  readonly size: 'A4' | 'Letter';
  readonly header: readonly [left: string, middle: string, right: string];
  readonly footer: string;
}

/** Excel has no more on a sheet. */
const maxLinks = 65_000;

/** Excel has no more columns on a sheet. */
export const maxColumns = 16_384;

const lineHeight = 15;
const titleHeight = 28;
const turnedHeight = 150;
/** More lines of a text are seen where it is edited. */
const maxLines = 6;
/** Letters that fit beside each other on a printed page; a wider sheet takes several, at this part of its size. */
const pageLetters = 200;
const wideScale = 60;

/** Letters of a column, counted from 0: `A`, `Z`, `AA`. */
export function columnName(at: number): string {
  const letter = String.fromCharCode(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}

/** How many rows stand above the first row of values. */
export function headRows({ head }: Pick<Sheet, 'head'>): number {
  return head ? 1 : 0;
}

/** The range of cells with values and heads, `A1:C20`. @param more rows behind them */
export function sheetRange(sheet: Sheet, absolute = false, more = 0): string {
  const last = columnName(Math.max(0, sheet.columns.length - 1));
  const end = Math.max(1, sheet.rows.length + headRows(sheet) + more);
  return absolute ? `$A$1:$${last}$${String(end)}` : `A1:${last}${String(end)}`;
}

/** The rows and columns that every printed page repeats: `$A:$B` and `$1:$1`. */
export function repeatedRanges({ frozen = 0 }: Pick<Sheet, 'frozen'>): readonly string[] {
  return [...(frozen === 0 ? [] : [`$A:$${columnName(frozen - 1)}`]), '$1:$1'];
}

/** A sheet as a part, and what of it leads outside. @param first the one that is shown when the file is opened */
export function sheetXml(
  sheet: Sheet,
  first: boolean,
  paper: SheetPaper,
): { readonly xml: Markup; readonly relationships: readonly Relationship[] } {
  const relationships: Relationship[] = [];
  const links: Markup[] = [];
  const before = headRows(sheet);
  const foot = sheet.foot ?? [];
  const linked = (at: string, link: Link | undefined): void => {
    if (link !== undefined && links.length < maxLinks) links.push(linkXml(at, link, relationships));
  };
  const head = tag(
    'row',
    { r: 1, ...(sheet.columns.some(({ turned }) => turned) && { ht: turnedHeight, customHeight: 1 }) },
    sheet.columns.map(({ title, turned, link }, column) => {
      const at = `${columnName(column)}1`;
      linked(at, link);
      return cellXml(at, { kind: 'text', text: title, look: turned === true ? 'turned' : 'head' });
    }),
  );
  const body = [...sheet.rows, ...foot].map((cells, row) => {
    const number = row + before + 1;
    let column = 0;
    return tag(
      'row',
      { r: number, ...heightOf(cells, sheet.columns) },
      cells.map((cell) => {
        const at = `${columnName(column)}${String(number)}`;
        column += cell.kind === 'gap' ? cell.columns : 1;
        if (cell.kind === 'text') linked(at, cell.link);
        return cellXml(at, cell);
      }),
    );
  });
  const isWide = sheet.columns.reduce((sum, { width }) => sum + width, 0) > pageLetters;
  const validations = sheet.columns.flatMap((column, at) => validation(column, columnName(at), sheet));
  const xml = tag('worksheet', worksheetNames, [
    ...(isWide ? [] : [tag('sheetPr', {}, voidTag('pageSetUpPr', { fitToPage: 1 }))]),
    voidTag('dimension', { ref: sheetRange(sheet, false, foot.length) }),
    tag(
      'sheetViews',
      {},
      tag('sheetView', { tabSelected: first ? 1 : undefined, workbookViewId: 0 }, [
        ...(sheet.head ? [frozenPane(sheet.frozen ?? 0)] : []),
      ]),
    ),
    voidTag('sheetFormatPr', { defaultRowHeight: 15 }),
    tag(
      'cols',
      {},
      sheet.columns.map(({ width }, at) =>
        voidTag('col', { min: at + 1, max: at + 1, width, customWidth: 1 }),
      ),
    ),
    tag('sheetData', {}, [...(sheet.head ? [head] : []), ...body]),
    ...(sheet.head ? [voidTag('autoFilter', { ref: sheetRange(sheet) })] : []),
    ...linesBetween(sheet),
    ...(validations.length === 0 ? [] : [tag('dataValidations', { count: validations.length }, validations)]),
    ...(links.length === 0 ? [] : [tag('hyperlinks', {}, links)]),
    voidTag('pageMargins', { left: 0.5, right: 0.5, top: 0.6, bottom: 0.6, header: 0.3, footer: 0.3 }),
    voidTag('pageSetup', {
      paperSize: paper.size === 'A4' ? 9 : 1,
      ...(isWide ? { scale: wideScale } : { fitToHeight: 0 }),
      pageOrder: 'overThenDown',
      orientation: sheet.head ? 'landscape' : 'portrait',
    }),
    tag('headerFooter', {}, [
      tag('oddHeader', {}, { text: pageLine(paper.header) }),
      tag('oddFooter', {}, { text: pageLine([paper.footer, '', '']) + '&R&P / &N' }),
    ]),
  ]);
  return { xml, relationships };
}

/** The head, and so many columns, stay in sight. */
function frozenPane(columns: number): Markup {
  return voidTag('pane', {
    xSplit: columns === 0 ? undefined : columns,
    ySplit: 1,
    topLeftCell: `${columnName(columns)}2`,
    activePane: columns === 0 ? 'bottomLeft' : 'bottomRight',
    state: 'frozen',
  });
}

/** A row as high as its longest text; Excel fits it anew while it is edited, unless a text has more lines than are shown. */
function heightOf(cells: readonly SheetCell[], columns: readonly SheetColumn[]): Attributes {
  if (cells.some((cell) => cell.kind === 'text' && cell.look === 'title'))
    return { ht: titleHeight, customHeight: 1 };
  const lines = cells.map((cell, at) =>
    cell.kind !== 'text' || cell.look === 'strong' ? 1 : linesOf(cell.text, columns[at]?.width ?? 1),
  );
  const longest = Math.max(1, ...lines);
  return { ht: lineHeight * Math.min(longest, maxLines), ...(longest > maxLines && { customHeight: 1 }) };
}

/** How many lines a text takes in a column; what is more than any row shows is not counted. */
function linesOf(text: string, width: number): number {
  return text
    .slice(0, width * (maxLines + 1))
    .split('\n', maxLines + 1)
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / width)), 0);
}

/** Lines under all cells of a matrix: most of them are empty, and not written. */
function linesBetween(sheet: Sheet): Markup[] {
  if (!sheet.columns.some(({ turned }) => turned)) return [];
  const [, last = ''] = sheetRange(sheet).split(':');
  return [
    tag(
      'conditionalFormatting',
      { sqref: `A2:${last}` },
      tag('cfRule', { type: 'expression', dxfId: 0, priority: 1 }, tag('formula', {}, { text: 'TRUE' })),
    ),
  ];
}

/** A line above or below a page in three parts: what would be a code in them is text. Excel takes 255 letters. */
function pageLine(parts: readonly [string, string, string]): string {
  return ['&L', '&C', '&R']
    .map((code, at) => {
      const part = (parts[at] ?? '').replace(/\s+/gu, ' ').trim();
      const fit = part.length > maxPageLine ? `${part.slice(0, maxPageLine - 1)}\u2026` : part;
      return part === '' ? '' : `${code}${fit.replaceAll('&', '&&')}`;
    })
    .join('');
}

/** Three parts of it fit into a line, even if each is of signs that are written twice. */
const maxPageLine = 40;

const worksheetNames = {
  xmlns: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'xmlns:r': 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};

function linkXml(at: string, link: Link, relationships: Relationship[]): Markup {
  if ('sheet' in link)
    return voidTag('hyperlink', { ref: at, location: `'${link.sheet.replaceAll("'", "''")}'!${link.cell}` });
  const id = `rId${String(relationships.length + 1)}`;
  relationships.push({ id, kind: 'hyperlink', target: link.href, external: true });
  return voidTag('hyperlink', { ref: at, 'r:id': id });
}

function validation({ enters }: SheetColumn, letter: string, sheet: Sheet): Markup[] {
  if (enters === undefined || sheet.rows.length === 0) return [];
  const cells = `${letter}${String(headRows(sheet) + 1)}:${letter}${String(headRows(sheet) + sheet.rows.length)}`;
  const common = { allowBlank: 1, showErrorMessage: 1, sqref: cells };
  return enters === 'day'
    ? [
        tag(
          'dataValidation',
          { type: 'date', operator: 'greaterThan', ...common },
          tag('formula1', {}, { text: '1' }),
        ),
      ]
    : [
        tag(
          'dataValidation',
          { type: 'list', ...common },
          tag('formula1', {}, { text: `"${enters.join(',')}"` }),
        ),
      ];
}

function cellXml(at: string, cell: SheetCell): Markup {
  switch (cell.kind) {
    case 'empty':
      return voidTag('c', { r: at, s: styleOf(cell.look) });
    case 'gap':
      return markup([]);
    case 'number':
      return tag('c', { r: at, s: styleOf(cell.look) }, tag('v', {}, { text: String(cell.value) }));
    case 'severity':
      return textXml(at, cell.text, styleOf(cell.severity));
    case 'text': {
      if (cell.text === '') return markup([]);
      const look = cell.link === undefined ? (cell.look ?? 'text') : 'link';
      // What begins like a formula stays a text also if a user edits it.
      return textXml(
        at,
        cell.text,
        styleOf(look === 'text' && beginsFormula.test(cell.text) ? 'quoted' : look),
      );
    }
    default:
      return cell satisfies never;
  }
}

const beginsFormula = /^[\s'"]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/** A text that is never reckoned; what is too long for a cell is cut, which `longCellsOf` tells. */
function textXml(at: string, text: string, style: number): Markup {
  const kept = isLong(text) ? `${text.slice(0, longestCell - 2)}\u2026` : text;
  // `_x000D_` stands for a sign in files of Excel: as words of its own it is written so that it stays.
  const escaped = kept.replace(/\r\n?/gu, '\n').replace(/_(?=x[0-9A-Fa-f]{4}_)/gu, '_x005F_');
  const words = tag(
    't',
    { 'xml:space': 'preserve' },
    { text: escaped.replace(/[\ufffe\uffff]/gu, '\ufffd') },
  );
  return tag('c', { r: at, s: style, t: 'inlineStr' }, tag('is', {}, words));
}
