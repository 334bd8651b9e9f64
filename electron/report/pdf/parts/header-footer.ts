import type { CanvasElement, Content } from 'pdfmake/interfaces.js';
import type { ReportDocument } from '../../document/blocks.ts';
import { lineNode } from '../layout/flow.ts';
import type { Line, Style } from '../layout/lines.ts';
import { breakLines, cutLines } from '../layout/lines.ts';
import { logoNode } from './logo.ts';
import { lineOutline } from '../output/line-outline.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { role } from '../roles.ts';
import { pageMargins, sizes } from '../layout/theme.ts';

const LOGO_HEIGHT = 16;
const HEAD = { text: 34, rule: 52 } as const;
/** Points between what stands at the left of a page's head and what stands at its right. */
const GAP = 8;
const FOOT = { rule: 46, text: 24 } as const;

/** What stands on every page but the cover, and the mark that stands on every page of a draft. */
export interface HeaderFooter {
  /** The first page has none. */
  readonly header: Content;
  /** All of the footer but the page's number; null if the first page has none. */
  readonly footer: (first: boolean) => Content | null;
  readonly number: (page: number, pages: number) => Content;
}

/**
 * Header, footer and draft mark of a document. The classification and the word DRAFT are drawn as outlines: letters would
 * be copied along with text that goes on over the foot of a page.
 */
export function headerFooter(document: Omit<ReportDocument, 'blocks'>, ctx: LayoutContext): HeaderFooter {
  const { page, width, colors, fonts, words } = ctx;
  const left = pageMargins[0];
  const style: Style = { size: sizes.small, color: colors.muted };
  const half = width / 2;
  const first = (text: string, look: Style): Line =>
    cutLines({ text, style: look }, half - GAP, 1, fonts)[0] ?? { runs: [], width: 0, fromRight: false };
  const strong: Style = { ...style, bold: true, color: colors.ink };
  const title = first(document.header === '' ? document.title : document.header, strong);
  const client = first(document.client, style);
  const foot = first(document.footer === '' ? document.classification.toUpperCase() : document.footer, {
    ...style,
    bold: true,
  });
  const logo = logoNode(document.theme, half - 10, LOGO_HEIGHT, ctx);
  const mark = document.draft ? draftMark(ctx) : undefined;
  const drafted = role('Figure', null, { alt: words.draftMark });
  const footMark = outlined(
    foot,
    left,
    page.height - pageMargins[3] + FOOT.text + sizes.small,
    colors.muted,
    ctx,
  );
  // The faces of what is said here must be known before the first page is drawn.
  first(words.page(1_234_567_890, 1_234_567_890), style);
  const row = (start: Content, end: Content, top: number): Content => ({
    columns: [
      { stack: [start], width: half },
      { stack: [end], width: half },
    ],
    columnGap: 0,
    margin: [left, top, left, 0],
  });
  const rule = (y: number): Content => ({
    canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.6, lineColor: colors.rule }],
    absolutePosition: { x: left, y },
  });
  const head: Content =
    logo === null
      ? row(lineNode(title, null), lineNode(client, null, { align: 'right' }), HEAD.text)
      : {
          stack: [
            { stack: [logo.node], absolutePosition: { x: left, y: HEAD.text - 4 } },
            row(
              lineNode(title, null, { left: logo.width + 10 }),
              lineNode(client, null, { align: 'right' }),
              HEAD.text,
            ),
          ],
        };
  return {
    header: { stack: [head, rule(HEAD.rule)] },
    footer(isFirst) {
      // Seen on every page, it is heard once.
      const heard = isFirst ? { role: drafted } : {};
      const marks: Content[] =
        mark === undefined ? [] : [{ canvas: [{ ...mark, ...heard }], absolutePosition: { x: 0, y: 0 } }];
      if (isFirst) return marks.length === 0 ? null : { stack: marks };
      const classified: Content = { canvas: [{ ...footMark }], absolutePosition: { x: 0, y: 0 } };
      return { stack: [...marks, classified, rule(page.height - FOOT.rule)] };
    },
    number(at, pages) {
      const count = first(words.page(at, pages), style);
      return row({ text: '', font: 'sans' }, lineNode(count, null, { align: 'right' }), FOOT.text);
    },
  };
}

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
