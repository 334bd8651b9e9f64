import type { Content, ContentImage, CustomTableLayout } from 'pdfmake/interfaces.js';
import type { Figure } from '../../document/blocks.ts';
import type { Printable } from '../../images/printable.ts';
import type { Item } from '../layout/flow.ts';
import { lineNode } from '../layout/flow.ts';
import type { Line, Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { role, type Role } from '../roles.ts';
import { flowingNode, scalableNode } from '../layout/scalable.ts';
import type { PictureCut } from '../display-list.ts';
import { sizes } from '../layout/theme.ts';

/** A pixel of a screen in points: a small picture is not blown up beyond it. */
const POINTS_PER_PIXEL = 0.75;
/** Lines of a caption that stay with the picture; the others follow over as many pages as they need. */
const KEPT_LINES = 6;
/** Heading, kept lines of the caption and the space around them: with it a picture is never higher than a page. */
const BESIDE_PICTURE = 130;

/** The same if two pictures with a line of caption each share a page. */
const BESIDE_HALF = 44;
/** A picture so little higher than half a page is made smaller: it would leave the rest of its page empty. */
const ALMOST_HALF = 1.2;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * A picture with its caption below. The picture, the first lines of the caption and the text that announces
 * them (`lead`, new nodes each time) are one unbreakable block. It always fits on a page. The picture is made
 * a little smaller if the block then fits on the page that has begun.
 */
export function figureItems(
  figure: Figure,
  lead: () => readonly Content[],
  width: number,
  ctx: LayoutContext,
): Item[] {
  const caption = captionLines(figure, width, ctx);
  const kept = caption.slice(0, KEPT_LINES);
  const rest = caption.slice(KEPT_LINES);
  const found = ctx.book.take(figure.image);
  const seen = role('Figure', null, { alt: figure.caption === '' ? figure.label : figure.caption });
  const said = role('P');
  if (found !== null && isTall(found.picture, width, ctx)) {
    return tallItems({ name: found.name, picture: found.picture, seen, said, caption }, lead, width, ctx);
  }
  const lines = (some: readonly Line[], last: boolean): Content[] =>
    some.map((line, index) => lineNode(line, said, last && index === some.length - 1 ? { bottom: 9 } : {}));
  const block = (shown: readonly Content[]): Content => ({
    stack: [...lead(), ...shown, ...lines(kept, rest.length === 0)],
    unbreakable: true,
  });
  const picture = (): Content => {
    if (found === null) return block(noPicture(width, ctx));
    const full = fullSize(found.picture, width, ctx);
    return scalableNode({
      at: (share) =>
        block([framed(found.name, { width: full.width * share, height: full.height * share }, seen, ctx)]),
      pictureHeight: full.height,
    });
  };
  return [
    { node: picture(), keep: false, tall: true },
    ...lines(rest, true).map((node): Item => ({ node, keep: false })),
  ];
}

function captionLines({ label, caption }: Figure, width: number, ctx: LayoutContext): Line[] {
  const style: Style = { size: sizes.small, color: ctx.colors.muted };
  const name = {
    text: caption === '' ? label : `${label}: `,
    style: { ...style, color: ctx.colors.ink, bold: true },
  };
  return breakLines(caption === '' ? [name] : [name, { text: caption, style }], width, ctx.fonts);
}

/** How large a picture is printed if it has the room, in points. */
function fullSize(picture: Printable, width: number, ctx: LayoutContext): Size {
  const natural = { width: picture.width * POINTS_PER_PIXEL, height: picture.height * POINTS_PER_PIXEL };
  const fitting = Math.min(1, (width - 2) / natural.width, (ctx.book.room - BESIDE_PICTURE) / natural.height);
  const half = ctx.book.room / 2 - BESIDE_HALF;
  const over = (natural.height * fitting) / half;
  const scale = over > 1 && over < ALMOST_HALF ? fitting / over : fitting;
  return { width: natural.width * scale, height: natural.height * scale };
}

/** Fitted to one page, a pixel of a capture would be less than this many points: letters of 16 pixels under 3.5 points. */
const LEAST_PIXEL = 0.218;
/** A pixel of a capture that is cut: as of one that is twice as wide as a page. */
const CUT_PIXEL = 0.371;
/** Points of a picture that are shown again behind a cut, so that a line of text is whole on one side of it. */
const OVERLAP = 9;
const CUT_GAP = 10;
/** A cut that leaves less than this on the page goes to the next one. */
const LEAST_CUT = 120;

/** Whether a picture is too high for one page to be read there. */
function isTall({ width, height }: Printable, room: number, ctx: LayoutContext): boolean {
  const fitting = (ctx.book.room - BESIDE_PICTURE) / height;
  return fitting < LEAST_PIXEL && fitting < Math.min(POINTS_PER_PIXEL, (room - 2) / width);
}

interface TallPicture {
  readonly name: string;
  readonly picture: Printable;
  readonly seen: Role;
  readonly said: Role;
  readonly caption: readonly Line[];
}

/** A capture that is higher than a page: cut over as many as it needs, narrow ones in columns, the caption behind the last cut. */
function tallItems(
  { name, picture, seen, said, caption }: TallPicture,
  lead: () => readonly Content[],
  width: number,
  ctx: LayoutContext,
): Item[] {
  const scale = Math.min(CUT_PIXEL, (width - 2) / picture.width);
  const full: Size = { width: picture.width * scale, height: picture.height * scale };
  const columns = Math.max(1, Math.floor((width + CUT_GAP) / (full.width + 1 + CUT_GAP)));
  const cuts = (left: number): Content[] => {
    const nodes: Content[] = [];
    const most = ctx.book.room - BESIDE_PICTURE;
    let room = left - BESIDE_PICTURE < LEAST_CUT ? most : Math.min(most, left - BESIDE_PICTURE);
    let from = 0;
    while (from < full.height) {
      const cells: Content[] = [];
      // The last row of columns is no higher than it has to be.
      const rest = full.height - from + OVERLAP * (columns - 1);
      const height = Math.min(room, Math.max(rest / columns, Math.min(full.height - from, LEAST_CUT)));
      for (let column = 0; column < columns && from < full.height; column += 1) {
        const shown = Math.min(height, full.height - from);
        cells.push(framed(name, { width: full.width, height: shown }, seen, ctx, { from, of: full.height }));
        const end = from + shown;
        from = end >= full.height - 1 ? full.height : end - OVERLAP;
      }
      const head = nodes.length === 0 ? lead() : [];
      nodes.push({
        stack: [...head, cells.length === 1 ? (cells[0] ?? '') : { columns: cells, columnGap: CUT_GAP }],
        unbreakable: true,
      });
      room = ctx.book.room - CUT_GAP;
    }
    return nodes;
  };
  return [
    { node: flowingNode(cuts), keep: false, tall: true },
    ...caption.map((line, index): Item => ({
      node: lineNode(line, said, index === caption.length - 1 ? { bottom: 9 } : {}),
      keep: false,
    })),
  ];
}

/** The picture in a hairline: most screenshots are as white as the paper. */
function framed(name: string, size: Size, element: Role, ctx: LayoutContext, cut?: PictureCut): Content {
  const layout: CustomTableLayout = {
    hLineWidth: () => 0.5,
    vLineWidth: () => 0.5,
    hLineColor: () => ctx.colors.rule,
    vLineColor: () => ctx.colors.rule,
    paddingLeft: () => 0,
    paddingRight: () => 0,
    paddingTop: () => 0,
    paddingBottom: () => 0,
  };
  return {
    table: { widths: [size.width], body: [[imageNode(name, size, element, cut)]], dontBreakRows: true },
    layout,
    margin: [0, 3, 0, 4],
  };
}

/** The engine hands on what it does not know of a picture. */
function imageNode(image: string, size: Size, element: Role, cut?: PictureCut): ContentImage {
  return { image, ...size, role: element, ...(cut === undefined ? {} : { cut }) } as ContentImage;
}

function noPicture(width: number, ctx: LayoutContext): Content[] {
  const style: Style = { size: sizes.body, color: ctx.colors.muted, italic: true };
  const element = role('P');
  return breakLines([{ text: ctx.words.sentences.damagedImage, style }], width, ctx.fonts).map(
    (line, index) => lineNode(line, element, { top: index === 0 ? 4 : 0, bottom: 3 }),
  );
}
