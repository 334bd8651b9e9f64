import type { CanvasElement, Content } from 'pdfmake/interfaces.js';
import type { PageLine } from '#contract/deliverable/report.ts';
import type { ReportDocument } from '../../document/blocks.ts';
import { lineNode } from '../layout/flow.ts';
import type { Inline, Line, Style } from '../layout/lines.ts';
import { breakLines, cutLines } from '../layout/lines.ts';
import { textWidth } from '../layout/columns.ts';
import { logoNode } from './logo.ts';
import { lineOutline } from '../output/line-outline.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { role } from '../roles.ts';
import { pageMargins, sizes } from '../layout/theme.ts';

const LOGO_HEIGHT = 16;
const HEAD = { text: 34, rule: 52 } as const;
/** Points between what stands at the left of a page's head and what stands at its right. */
const GAP = 12;
const FOOT = { rule: 46, text: 24 } as const;
/** Points from one line of a header or footer to the next. */
const LINE = 10.5;
/** Sizes that are tried in turn, with the lines that have room: what is too long for all of them is cut. */
const SETTINGS = [
  { size: sizes.small, max: 2 },
  { size: 6.5, max: 3 },
] as const;

/** What stands on every page but the cover, and the mark that stands on every page of a draft. */
export interface HeaderFooter {
  /** The first page has none. */
  readonly header: Content;
  /** All of the footer but the page's number; null if the first page, or a bare one, has none. */
  readonly footer: (page: 'first' | 'bare' | 'usual') => Content | null;
  readonly number: (page: number, pages: number) => Content;
  /** What is too long for its lines and ends in "…". */
  readonly cut: readonly PageLine[];
}

/**
 * Header, footer and draft mark of a document. The classification and the word DRAFT are drawn as outlines: letters would
 * be copied along with text that goes on over the foot of a page.
 */
export function headerFooter(document: Omit<ReportDocument, 'blocks'>, ctx: LayoutContext): HeaderFooter {
  const { page, width, colors, words } = ctx;
  const left = pageMargins[0];
  const style: Style = { size: sizes.small, color: colors.muted };
  const strong: Style = { ...style, bold: true, color: colors.ink };
  const logo = logoNode(document.theme, width / 2 - 10, LOGO_HEIGHT, ctx);
  const indent = logo === null ? 0 : logo.width + 10;
  const start = document.header === '' ? document.title : document.header;
  const rooms = headRooms(
    width - indent,
    [
      { text: start, style: strong },
      { text: document.client, style },
    ],
    ctx,
  );
  const title = setLines({ text: start, style: strong }, rooms[0], ctx);
  const client = setLines({ text: document.client, style }, rooms[1], ctx);
  // The faces of what is said here must be known before the first page is drawn.
  setLines({ text: words.page(1_234_567_890, 1_234_567_890), style }, width, ctx);
  const widest = textWidth(words.page(99_999, 99_999), style, ctx);
  const foot = setLines(
    {
      text: document.footer === '' ? document.classification.toUpperCase() : document.footer,
      style: { ...style, bold: true },
    },
    width - widest - GAP,
    ctx,
  );
  const mark = document.draft ? draftMark(ctx) : undefined;
  const drafted = role('Figure', null, { alt: words.draftMark });
  const footMarks = foot.lines.map((line, at) =>
    outlined(
      line,
      left,
      page.height - pageMargins[3] + FOOT.text + foot.size + at * foot.step,
      colors.muted,
      ctx,
    ),
  );
  /** Lines whose last one stands at the height of a single one. */
  const stacked = ({ lines, step }: SetText, x: number, room: number, align: 'left' | 'right'): Content[] =>
    lines.map((line, at) => ({
      columns: [{ stack: [lineNode(line, null, { align })], width: room }],
      absolutePosition: { x, y: HEAD.text - (lines.length - 1 - at) * step },
    }));
  const rule = (y: number): Content => ({
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.6, lineColor: colors.rule }],
    absolutePosition: { x: left, y },
  });
  const head: Content[] = [
    ...(logo === null ? [] : [{ stack: [logo.node], absolutePosition: { x: left, y: HEAD.text - 4 } }]),
    ...stacked(title, left + indent, rooms[0], 'left'),
    ...stacked(client, left + width - rooms[1], rooms[1], 'right'),
  ];
  return {
    header: { stack: [...head, rule(HEAD.rule)] },
    footer(page) {
      // Seen on every page, it is heard once.
      const heard = page === 'first' ? { role: drafted } : {};
      const marks: Content[] =
        mark === undefined ? [] : [{ canvas: [{ ...mark, ...heard }], absolutePosition: { x: 0, y: 0 } }];
      if (page !== 'usual') return marks.length === 0 ? null : { stack: marks };
      const classified = footMarks.map((one): Content => ({
        canvas: [{ ...one }],
        absolutePosition: { x: 0, y: 0 },
      }));
      // The engine moves what stands in a footer down to it, but for paths.
      return { stack: [...marks, ...classified, rule(pageMargins[3] - FOOT.rule)] };
    },
    cut: [
      ...(title.cut ? ['header' as const] : []),
      ...(client.cut ? ['client' as const] : []),
      ...(foot.cut ? ['footer' as const] : []),
    ],
    number(at, pages) {
      const { lines } = setLines({ text: words.page(at, pages), style }, width, ctx);
      return {
        stack: lines.slice(0, 1).map((line) => lineNode(line, null, { align: 'right' })),
        margin: [left, FOOT.text, left, 0],
      };
    },
  };
}

/** A text of a header or footer as it is set. */
interface SetText {
  readonly lines: readonly Line[];
  readonly size: number;
  /** Points from one line to the next. */
  readonly step: number;
  /** It ends in "…". */
  readonly cut: boolean;
}

/** Sets a text in two lines, or in three smaller ones; what is still too long ends in "…". */
function setLines({ text, style }: Inline, room: number, { fonts }: LayoutContext): SetText {
  const set = ({ size, max }: (typeof SETTINGS)[number], cut: boolean): SetText | null => {
    const inline = { text, style: { ...style, size } };
    const whole = breakLines([inline], room, fonts);
    if (whole.length > max && !cut) return null;
    const lines = whole.length > max ? cutLines(inline, room, max, fonts) : whole;
    return { lines, size, step: (LINE * size) / sizes.small, cut: whole.length > max };
  };
  const [large, small] = SETTINGS;
  return set(large, false) ?? set(small, false) ?? (set(small, true) as SetText);
}

/** Points for what stands at the left of a page's head and at its right: each what it needs, if there is room for both. */
function headRooms(
  width: number,
  [start, end]: readonly [Inline, Inline],
  ctx: LayoutContext,
): readonly [number, number] {
  const needs = (inline: Inline): number => textWidth(inline.text, inline.style, ctx) + SLACK;
  const half = (width - GAP) / 2;
  const right = Math.min(needs(end), Math.max(half, width - GAP - needs(start)));
  return [width - GAP - right, right];
}

/** A line that is filled to its last point is broken. */
const SLACK = 1;

/** A line as a drawing whose baseline begins at (x, y) of the page. */
function outlined(line: Line, x: number, y: number, color: string, ctx: LayoutContext): CanvasElement {
  const d = lineOutline(line, ctx.fonts, (px, py) => [x + px, y + py]);
  return pathElement(d, color, 1);
}

/**
 * The word DRAFT across the page. Faint enough to read through, and above the text so that boxes do not hide it.
 */
function draftMark(ctx: LayoutContext): CanvasElement {
  const { page, fonts, words } = ctx;
  const angle = -Math.PI / 4.4;
  const style: Style = { size: 150, color: '', bold: true };
  const set = (size: number): Line =>
    breakLines([{ text: words.draftMark, style: { ...style, size } }], Infinity, fonts)[0] ?? {
      runs: [],
      width: 0,
      fromRight: false,
    };
  // A longer word than the English one is set as small as it has to be.
  const diagonal = Math.hypot(page.width, page.height) * 0.62;
  const line = set(Math.min(150, (150 * diagonal) / Math.max(1, set(150).width)));
  const size = line.runs[0]?.style.size ?? 150;
  const d = lineOutline(line, fonts, (x, y) => {
    const dx = x - line.width / 2;
    const dy = y + size * 0.35;
    return [
      page.width / 2 + dx * Math.cos(angle) - dy * Math.sin(angle),
      page.height / 2 + dx * Math.sin(angle) + dy * Math.cos(angle),
    ];
  });
  return pathElement(d, '#8A1C1C', 0.11);
}

/** The layout engine draws paths, in page coordinates; its types do not know of them. */
function pathElement(d: string, color: string, fillOpacity: number): CanvasElement {
  return { type: 'path', d, color, fillOpacity } as unknown as CanvasElement;
}
