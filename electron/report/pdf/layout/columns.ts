import type { FindingRef } from '../../document/blocks.ts';
import type { Style } from './lines.ts';
import type { LayoutContext } from './layout-context.ts';
import { sizes } from './theme.ts';

/** Points of a text on one line. */
export function textWidth(text: string, style: Style, ctx: LayoutContext): number {
  return ctx.fonts
    .split(text, style)
    .reduce((sum, piece) => sum + ctx.fonts.width(piece.text, piece.face, style.size), 0);
}

/** More words than this are not measured for the width of a column. */
const MEASURED = 2_000;
/** A line that is filled to its last point is broken. */
const SLACK = 1;

/** Points of the widest text of several, each on one line. */
export function widestText(texts: readonly string[], style: Style, ctx: LayoutContext): number {
  return texts
    .slice(0, MEASURED)
    .reduce((max, text) => Math.max(max, textWidth(text, style, ctx) + SLACK), 0);
}

/** Points of a column by what stands in it and over it, at most `max`: the titles beside it get the rest. */
export function neededWidth(head: string, texts: Iterable<string>, max: number, ctx: LayoutContext): number {
  const look: Style = { size: sizes.body - 0.5, color: ctx.colors.ink, bold: true };
  const over = widestText([head], { ...look, size: sizes.small }, ctx);
  return Math.min(max, Math.max(over, widestText([...new Set(texts)], look, ctx)));
}

const MAX_NUMBER = 40;

/** Points of the column with the numbers of these findings. */
export function numbersWidth(refs: readonly FindingRef[], ctx: LayoutContext): number {
  const numbers = refs.map(({ number }) => number);
  return neededWidth(ctx.words.columns.number, numbers, MAX_NUMBER, ctx);
}

/** Points of the widest word: an address in a narrower column is broken within. */
export function widestWord(texts: readonly string[], style: Style, ctx: LayoutContext): number {
  return widestText(
    texts.flatMap((text) => text.split(/\s+/u)),
    style,
    ctx,
  );
}

/**
 * Divides a width by shares. A column too narrow for its widest word takes room from others in proportion to what they
 * can spare; if that is not enough, the shares stay.
 */
export function sharedWidths(
  room: number,
  shares: readonly number[],
  needed: readonly number[],
): readonly number[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const widths = shares.map((share) => (room * share) / total);
  const missing = widths.map((width, at) => Math.max(0, (needed[at] ?? 0) - width));
  const spare = widths.map((width, at) => Math.max(0, width - (needed[at] ?? 0)));
  const wanted = missing.reduce((sum, points) => sum + points, 0);
  const there = spare.reduce((sum, points) => sum + points, 0);
  if (wanted === 0 || wanted > there) return widths;
  return widths.map((width, at) => width + (missing[at] ?? 0) - ((spare[at] ?? 0) * wanted) / there);
}
