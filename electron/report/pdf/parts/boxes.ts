import { markColor } from '#domain/deliverable/theme/readable.ts';
import type { Content, CustomTableLayout } from 'pdfmake/interfaces.js';
import type { CodeListing } from '#domain/text/listing.ts';
import { CONTINUATION_COLUMNS, columnWidth, codeLines, codeSource } from '../layout/code.ts';
import type { CodeLine, CodeStyles } from '../layout/code.ts';
import type { Item } from '../layout/flow.ts';
import { assemble, lineNode } from '../layout/flow.ts';
import type { Run, Style } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import type { ColumnPosition } from './rich.ts';
import { role } from '../roles.ts';
import { codeColorsOn, leading, sizes } from '../layout/theme.ts';
import { tokensOf } from '../layout/tokens.ts';

const PADDING = 8;
const BAR = 2;
/** Columns between the numbers of lines and the code. */
const GUTTER_COLUMNS = 2;
/** Lines of a block that stay with what announces it, and blocks so short that they are not broken at all. */
const FIRST_LINES = 4;
const SHORT_BLOCK = 9;
/** Lines with words at the end of a longer block that stay together: one or two alone on a page say nothing. */
const LAST_LINES = 3;

/**
 * Code or a request in a box, `left` points from the edge of the column and `width` points wide. The box has
 * a short first part, which can be kept with a heading. The rest flows over as many pages as it needs: the
 * layout engine misplaces an unbreakable box that does not fit on a page.
 */
export function codeItems(
  text: string,
  { left, width, under, ctx }: Omit<ColumnPosition, 'style' | 'levelOf' | 'turned' | 'right'>,
  language?: string,
  listing: CodeListing | null = null,
): Item[] {
  const { fonts } = ctx;
  const code = role('Code', under);
  const inner = width - BAR - 2 * PADDING;
  const source = codeSource(text);
  const gutter = gutterOf(source, listing, ctx);
  const step = CONTINUATION_COLUMNS * columnWidth(stylesOf(ctx).plain, fonts);
  const lines = codeLines(tokensOf(source, language), stylesOf(ctx), inner - gutter, fonts);
  let number = 0;
  const nodes = lines.map((line): Content => {
    if (!line.continued) number += 1;
    const isMarked = listing?.isMarked(number) === true;
    const node = lineNode(line, code, {
      lineHeight: leading.code,
      left: gutter + (line.continued ? step : 0),
    });
    const beside = [
      ...(isMarked ? [band(inner, line.continued, ctx)] : []),
      ...(line.continued ? [wrapMark(gutter, ctx)] : lineNumber(listing, number, gutter, ctx)),
    ];
    return beside.length === 0 ? node : { stack: [...beside, node], unbreakable: true };
  });
  const split = nodes.length <= SHORT_BLOCK ? nodes.length : FIRST_LINES;
  const rest = nodes.slice(split);
  const parts = rest.length === 0 ? [nodes] : [nodes.slice(0, split), endingTogether(rest, endOf(lines))];
  return parts.map((stack, index) => {
    const last = index === parts.length - 1;
    return { node: box(stack, left, width, index === 0, last, ctx), keep: false, tall: index > 0 };
  });
}

/** Points that numbers and signs of marked lines take beside the code. */
function gutterOf(source: string, listing: CodeListing | null, ctx: LayoutContext): number {
  const first = listing?.firstNumber ?? null;
  if (first === null) return 0;
  const last = first + source.split('\n').length - 1;
  return (String(last).length + GUTTER_COLUMNS) * columnWidth(stylesOf(ctx).plain, ctx.fonts);
}

/** The number of a line beside it. It says nothing to a reader who hears the code, and is no part of it. */
function lineNumber(
  listing: CodeListing | null,
  line: number,
  gutter: number,
  ctx: LayoutContext,
): readonly Content[] {
  const first = listing?.firstNumber ?? null;
  if (first === null) return [];
  const style: Style = { mono: true, size: sizes.code, color: ctx.colors.muted };
  const runs = ctx.fonts
    .split(String(first + line - 1), { mono: true })
    .map((piece): Run => ({ ...piece, style }));
  const width = runs.reduce((sum, run) => sum + ctx.fonts.width(run.text, run.face, run.style.size), 0);
  const left = gutter - GUTTER_COLUMNS * columnWidth(style, ctx.fonts) - width;
  const node = lineNode({ runs, fromRight: false }, null, { lineHeight: leading.code });
  return [{ stack: [node], relativePosition: { x: left, y: 0 } }];
}

/** What is behind a marked line, and the sign before its first row. */
function band(width: number, continued: boolean, ctx: LayoutContext): Content {
  const face = ctx.fonts.font(ctx.fonts.face({}));
  const height = ((face.ascent - face.descent + face.lineGap) / face.unitsPerEm) * sizes.code * leading.code;
  const box = { type: 'rect' as const, x: -PADDING, y: 0, w: width + 2 * PADDING, h: height };
  const sign = {
    type: 'polyline' as const,
    closePath: true,
    color: ctx.colors.ink,
    points: at([-6, height / 2 - 2.4], [-2.8, height / 2], [-6, height / 2 + 2.4]),
  };
  return {
    canvas: [{ ...box, color: markColor }, ...(continued ? [] : [sign])],
    relativePosition: { x: 0, y: 0 },
  };
}

/** Notes of no more pieces than this are never broken. */
const SHORT_NOTE = 10;

/** A note in a box as wide as its place: `inside` makes what stands in it, at the place within. */
export function noteItems(place: ColumnPosition, inside: (place: ColumnPosition) => Item[]): Item[] {
  const width = place.width - BAR - 2 * PADDING;
  const items = inside({ ...place, left: 0, right: 0, width, turned: null });
  if (items.length === 0) return [];
  const node = box(assemble(items), place.left, place.width, true, true, place.ctx);
  const tall = items.length > SHORT_NOTE || items.some((item) => item.tall === true);
  return [{ node: tall ? node : { stack: [node], unbreakable: true }, keep: false, tall }];
}

/** How many lines there are from the end on until enough of them have words. */
function endOf(lines: readonly CodeLine[]): number {
  const end = lines.slice(-SHORT_BLOCK);
  const withWords = end.flatMap(({ runs }, at) => (runs.some(({ text }) => text.trim() !== '') ? [at] : []));
  return end.length - (withWords.at(-LAST_LINES) ?? 0);
}

function endingTogether(nodes: readonly Content[], end: number): Content[] {
  return [...nodes.slice(0, -end), { stack: nodes.slice(-end), unbreakable: true }];
}

const styles = new WeakMap<LayoutContext, CodeStyles>();

/** One object for each style in a document: runs are joined if their style is the same object. */
function stylesOf(ctx: LayoutContext): CodeStyles {
  const known = styles.get(ctx);
  if (known !== undefined) return known;
  const kinds = codeColorsOn(ctx.colors.panel);
  const styleOf = (color: string) => ({ mono: true, size: sizes.code, color });
  const made: CodeStyles = {
    plain: styleOf(ctx.colors.text),
    keyword: styleOf(kinds.keyword),
    name: styleOf(kinds.name),
    string: styleOf(kinds.string),
    value: styleOf(kinds.value),
    comment: styleOf(kinds.comment),
  };
  styles.set(ctx, made);
  return made;
}

/** An arrow in the place that a continued line is set in by, drawn: a sign of a font would be copied along. */
function wrapMark(left: number, ctx: LayoutContext): Content {
  const line = { type: 'polyline' as const, lineWidth: 0.7, lineColor: ctx.colors.muted };
  return {
    canvas: [
      { ...line, points: at([0.8, 1.2], [0.8, 5.4], [6, 5.4]) },
      { ...line, points: at([4.2, 3.7], [6.2, 5.4], [4.2, 7.1]) },
    ],
    relativePosition: { x: left, y: 1.2 },
  };
}

function at(...points: readonly (readonly [number, number])[]): { x: number; y: number }[] {
  return points.map(([x, y]) => ({ x, y }));
}

function box(
  stack: Content[],
  left: number,
  width: number,
  first: boolean,
  last: boolean,
  ctx: LayoutContext,
): Content {
  const layout: CustomTableLayout = {
    hLineWidth: () => 0,
    vLineWidth: (column) => (column === 0 ? BAR : 0),
    vLineColor: () => ctx.colors.rule,
    paddingLeft: () => PADDING,
    paddingRight: () => PADDING,
    paddingTop: () => (first ? PADDING - 2 : 0),
    paddingBottom: () => (last ? PADDING - 2 : 0),
    fillColor: () => ctx.colors.panel,
  };
  return {
    table: { widths: [width - BAR - 2 * PADDING], body: [[{ stack }]] },
    layout,
    margin: [left, first ? 2 : 0, 0, last ? 7 : 0],
  };
}
