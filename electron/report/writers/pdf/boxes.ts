import type { Content, CustomTableLayout } from 'pdfmake/interfaces.js';
import type { FontLibrary } from '../../fonts/library.ts';
import { CONTINUATION_COLUMNS, codeLines } from './code.ts';
import type { Item } from './flow.ts';
import { lineNode } from './flow.ts';
import { colors, leading, sizes } from './theme.ts';

const PADDING = 8;
const BAR = 2;
/** Lines of a block that stay with what announces it, and blocks so short that they are not broken at all. */
const FIRST_LINES = 4;
const SHORT_BLOCK = 9;

/**
 * Code or a request in a box, `left` points from the edge of the column and `width` points wide. The box is
 * made of a short first part, which can be kept with a heading, and the rest, which flows over as many pages
 * as it needs: a box that must not break and does not fit on a page makes the layout engine misplace it.
 */
export function codeItems(text: string, left: number, width: number, fonts: FontLibrary): Item[] {
  const style = { mono: true, size: sizes.code, color: colors.text };
  const inner = width - BAR - 2 * PADDING;
  const nodes = codeLines(text, style, inner, fonts).map((line) =>
    lineNode(line, {
      lineHeight: leading.code,
      left: line.continued ? CONTINUATION_COLUMNS * fonts.width('0', 'mono', sizes.code) : 0,
    }),
  );
  const split = nodes.length <= SHORT_BLOCK ? nodes.length : FIRST_LINES;
  const parts = [nodes.slice(0, split), nodes.slice(split)].filter((part) => part.length > 0);
  return parts.map((stack, index) => {
    const last = index === parts.length - 1;
    return { node: box(stack, left, width, index === 0, last), keep: false, tall: index > 0 };
  });
}

function box(stack: Content[], left: number, width: number, first: boolean, last: boolean): Content {
  const layout: CustomTableLayout = {
    hLineWidth: () => 0,
    vLineWidth: (column) => (column === 0 ? BAR : 0),
    vLineColor: () => colors.rule,
    paddingLeft: () => PADDING,
    paddingRight: () => PADDING,
    paddingTop: () => (first ? PADDING - 2 : 0),
    paddingBottom: () => (last ? PADDING - 2 : 0),
    fillColor: () => colors.panel,
  };
  return {
    table: { widths: [width - BAR - 2 * PADDING], body: [[{ stack }]] },
    layout,
    margin: [left, first ? 2 : 0, 0, last ? 7 : 0],
  };
}
