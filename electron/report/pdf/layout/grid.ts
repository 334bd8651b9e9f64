import type { Content, CustomTableLayout, TableCell } from 'pdfmake/interfaces.js';
import type { FindingRef, Value } from '../../document/blocks.ts';
import type { Item } from './flow.ts';
import { everyRun, lineNode, type Placement } from './flow.ts';
import type { Inline, Style } from './lines.ts';
import { breakLines, cutLines } from './lines.ts';
import type { LayoutContext } from './layout-context.ts';
import { role, type Role } from '../roles.ts';
import { leading, sizes, white } from './theme.ts';

/** Points between the edge of a cell and its text, on either side. */
export const CELL_PADDING = 6;

/** A column: its head and how many points its text has. */
export interface GridColumn {
  readonly title: string;
  readonly width: number;
  /** Its cells say what the row is about. */
  readonly names?: true;
  readonly align?: 'right' | 'center';
}

/** Makes a cell as the layout engine takes it, of the element that it is given. */
export type GridCell = (cell: Role) => { readonly stack: Content[]; readonly fillColor?: string };

/** Points that the text of `count` columns has together. */
export function gridRoom(count: number, ctx: LayoutContext): number {
  return ctx.width - count * 2 * CELL_PADDING;
}

/** A table with no more lines than this is never broken: a longer one kept whole would leave much of a page empty. */
const MAX_WHOLE_LINES = 10;

/**
 * A table over the whole width: its head is repeated on every page, a row is never broken. Rows may not be higher than
 * a page; `cellText` sees to that.
 */
export function gridItem(
  columns: readonly GridColumn[],
  rows: readonly (readonly GridCell[])[],
  ctx: LayoutContext,
): Item {
  const style: Style = { size: sizes.small, color: white, bold: true };
  const table = role('Table');
  const top = role('TR', table);
  const head = columns.map(({ title, width, align }): TableCell => {
    const cell = role('TH', top, { scope: 'Column' });
    return {
      stack: breakLines([{ text: title, style }], width, ctx.fonts).map((line) =>
        lineNode(line, cell, align === undefined ? {} : { align }),
      ),
    };
  });
  const body = rows.map((cells) => {
    const row = role('TR', table);
    return cells.map((make, at) =>
      make(columns[at]?.names === true ? role('TH', row, { scope: 'Row' }) : role('TD', row)),
    );
  });
  const layout: CustomTableLayout = {
    hLineWidth: (row) => (row === 0 ? 0 : 0.6),
    vLineWidth: () => 0,
    hLineColor: () => ctx.colors.rule,
    paddingLeft: () => CELL_PADDING,
    paddingRight: () => CELL_PADDING,
    paddingTop: () => 3.5,
    paddingBottom: () => 3,
    fillColor: (row) => (row === 0 ? ctx.colors.cover : null),
  };
  const lines = body.reduce((sum, row) => sum + Math.max(1, ...row.map(({ stack }) => stack.length)), 0);
  const tall = lines + body.length / 2 > MAX_WHOLE_LINES;
  const node: Content = {
    table: {
      widths: columns.map(({ width }) => width),
      body: [head, ...body.map((row) => row.map((cell): TableCell => ({ ...cell })))],
      headerRows: 1,
      dontBreakRows: true,
    },
    layout,
    margin: [0, 4, 0, 12],
  };
  return { node: tall ? node : { stack: [node], unbreakable: true }, keep: false, tall };
}

/** Cells with more lines than this are cut: a row that is higher than a page would be lost. */
const MAX_CELL_LINES = 40;

/** Text in a cell; nothing is shown as a dash. */
export function cellText(
  values: readonly Value[],
  room: number,
  style: Style,
  ctx: LayoutContext,
  place: Placement = {},
): GridCell {
  const shown = values.filter(({ text }) => text !== '');
  let left = MAX_CELL_LINES;
  const lines = (shown.length === 0 ? [{ text: '\u2013' }] : shown).flatMap((value) => {
    const some = left <= 0 ? [] : cutLines(valueInline(value, style, ctx), room, left, ctx.fonts);
    left -= some.length;
    return some;
  });
  return (cell) => ({ stack: lines.map((line) => lineNode(line, cell, place)) });
}

/** Values in a cell, one behind the other; the lines that it has no room for are left out. */
export function cellRow(
  values: readonly Value[],
  room: number,
  style: Style,
  ctx: LayoutContext,
  place: Placement = {},
): GridCell {
  if (values.length === 0) return cellText(values, room, style, ctx, place);
  const inlines = values.flatMap((value, at): Inline[] => [
    ...(at === 0 ? [] : [{ text: ', ', style }]),
    valueInline(value, style, ctx),
  ]);
  const lines = breakLines(inlines, room, ctx.fonts).slice(0, MAX_CELL_LINES);
  return (cell) => ({ stack: lines.map((line) => lineNode(line, cell, place)) });
}

/** A value with what it leads to. */
export function valueInline(
  { text, href, target, severity }: Value,
  style: Style,
  ctx: LayoutContext,
): Inline {
  if (severity !== undefined) {
    return { text, style: { ...style, color: ctx.colors.severities[severity], bold: true } };
  }
  if (href !== undefined) return { text, style: { ...style, color: ctx.colors.link, link: href } };
  if (target !== undefined) return { text, style: { ...style, color: ctx.colors.link, target } };
  return { text, style };
}

/** The number of a finding, white on the colour of its severity. */
export function numberCell(ref: FindingRef, room: number, ctx: LayoutContext): GridCell {
  const fillColor = ctx.colors.severities[ref.severity];
  const style: Style = { ...refStyle(ref, ctx), color: white, bold: true };
  const number = cellText([{ text: ref.number }], room, style, ctx);
  return (cell) => ({ ...number(cell), fillColor });
}

/** Plain text that leads to a finding if the document prints it. */
export function refStyle(ref: FindingRef, ctx: LayoutContext): Style {
  const style: Style = { size: sizes.body - 0.5, color: ctx.colors.text };
  return ref.target === undefined ? style : { ...style, target: ref.target };
}

/** The page on which a destination stands; the layout engine fills it in when it knows. */
export function pageOf(target: string, { size, color }: Style, element: Role, ctx: LayoutContext): Content {
  const number = {
    pageReference: target,
    font: ctx.fonts.face({}),
    fontSize: size,
    color,
    role: element,
    alignment: 'right' as const,
    lineHeight: leading.body,
    ...everyRun,
  };
  return { text: [number] };
}
