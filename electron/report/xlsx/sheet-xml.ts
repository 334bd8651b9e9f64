import { markup, tag, voidTag, type Markup } from '../html/markup.ts';
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
  /** Points that each row is high; as high as its words unless it says so. */
  readonly rowHeight?: number;
}

/** Excel has no more on a sheet. */
const maxLinks = 65_000;

/** Excel has no more columns on a sheet. */
export const maxColumns = 16_384;

const titleHeight = 28;
const turnedHeight = 150;

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

/** A sheet as a part, and what of it leads outside. @param first the one that is shown when the file is opened */
export function sheetXml(
  sheet: Sheet,
  first: boolean,
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
    const points = cells.some((cell) => cell.kind === 'text' && cell.look === 'title')
      ? titleHeight
      : sheet.rowHeight;
    const height = points === undefined ? {} : { ht: points, customHeight: 1 };
    return tag(
      'row',
      { r: number, ...height },
      cells.map((cell) => {
        const at = `${columnName(column)}${String(number)}`;
        column += cell.kind === 'gap' ? cell.columns : 1;
        if (cell.kind === 'text') linked(at, cell.link);
        return cellXml(at, cell);
      }),
    );
  });
  const validations = sheet.columns.flatMap((column, at) => validation(column, columnName(at), sheet));
  const xml = tag('worksheet', worksheetNames, [
    tag('sheetPr', {}, voidTag('pageSetUpPr', { fitToPage: 1 })),
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
    ...(validations.length === 0 ? [] : [tag('dataValidations', { count: validations.length }, validations)]),
    ...(links.length === 0 ? [] : [tag('hyperlinks', {}, links)]),
    // Cells without a mark have no lines of their own.
    ...(sheet.columns.some(({ turned }) => turned) ? [voidTag('printOptions', { gridLines: 1 })] : []),
    voidTag('pageMargins', { left: 0.5, right: 0.5, top: 0.6, bottom: 0.6, header: 0.3, footer: 0.3 }),
    voidTag('pageSetup', { orientation: 'landscape', fitToHeight: 0 }),
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
