import type { Content, ContentImage } from 'pdfmake/interfaces.js';
import { figureScale, type FigureScale } from '#domain/images/figure-size.ts';
import type { Figure } from '../../document/blocks.ts';
import type { Printable } from '../../images/printable.ts';
import type { Item } from '../layout/flow.ts';
import { lineNode, placeNode } from '../layout/flow.ts';
import { captionLines } from './captions.ts';
import type { Line, Style } from '../layout/lines.ts';
import { breakLines } from '../layout/lines.ts';
import type { LayoutContext } from '../layout/layout-context.ts';
import { role, type Role } from '../roles.ts';
import { flowingNode, scalableNode } from '../layout/scalable.ts';
import type { PictureCut } from '../display-list.ts';
import { sizes } from '../layout/theme.ts';

/** Lines of a caption that stay with the picture; the others follow over as many pages as they need. */
const KEPT_LINES = 6;
/** Heading, kept lines of the caption and the space around them: with it a picture is never higher than a page. */
const BESIDE_PICTURE = 130;

/** The same if two pictures with a line of caption each share a page. */
const BESIDE_HALF = 44;
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
  before: () => readonly Content[],
  width: number,
  ctx: LayoutContext,
): Item[] {
  const { target } = figure;
  const lead = target === undefined ? before : () => [...before(), placeNode(target)];
  const caption = captionLines(figure, width, ctx);
  const kept = caption.slice(0, KEPT_LINES);
  const rest = caption.slice(KEPT_LINES);
  const found = ctx.book.take(figure.image);
  const room = { width, height: ctx.book.room - BESIDE_PICTURE, half: ctx.book.room / 2 - BESIDE_HALF };
  const printed = found === null ? null : figureScale(found.picture, room, figure.width);
  const seen = role('Figure', null, { alt: figure.caption === '' ? figure.label : figure.caption });
  const said = role('P');
  if (found !== null && printed?.cut === true) {
    const full = sizeAt(printed, found.picture);
    return tallItems({ name: found.name, full, seen, said, caption }, lead, width, ctx);
  }
  const lines = (some: readonly Line[], last: boolean): Content[] =>
    some.map((line, index) => lineNode(line, said, last && index === some.length - 1 ? { bottom: 9 } : {}));
  const block = (shown: readonly Content[]): Content => ({
    stack: [...lead(), ...shown, ...lines(kept, rest.length === 0)],
    unbreakable: true,
  });
  const picture = (): Content => {
    if (found === null || printed === null) return block(noPicture(width, ctx));
    const full = sizeAt(printed, found.picture);
    const at = (share: number): Content =>
      block([framed(found.name, { width: full.width * share, height: full.height * share }, seen, ctx)]);
    return printed.chosen ? at(1) : scalableNode({ at, pictureHeight: full.height });
  };
  return [
    { node: picture(), keep: false, tall: true },
    ...lines(rest, true).map((node): Item => ({ node, keep: false })),
  ];
}

function sizeAt({ scale }: FigureScale, picture: Printable): Size {
  return { width: picture.width * scale, height: picture.height * scale };
}

/** Points of a picture that are shown again behind a cut, so that a line of text is whole on one side of it. */
const OVERLAP = 9;
const CUT_GAP = 10;
/** Points of the line around a picture. */
const LINE = 0.5;
/** A cut that leaves less than this on the page goes to the next one. */
const LEAST_CUT = 120;

interface TallPicture {
  readonly name: string;
  readonly full: Size;
  readonly seen: Role;
  readonly said: Role;
  readonly caption: readonly Line[];
}

/** A capture that is higher than a page: cut over as many as it needs, narrow ones in columns, the caption behind the last cut. */
function tallItems(
  { name, full, seen, said, caption }: TallPicture,
  lead: () => readonly Content[],
  width: number,
  ctx: LayoutContext,
): Item[] {
  const columns = Math.max(1, Math.floor((width + CUT_GAP) / (full.width + 1 + CUT_GAP)));
  const cuts = (left: number): Content[] => {
    const nodes: Content[] = [];
    const max = ctx.book.room - BESIDE_PICTURE;
    let room = left - BESIDE_PICTURE < LEAST_CUT ? max : Math.min(max, left - BESIDE_PICTURE);
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

/**
 * The picture in a hairline: most screenshots are as white as the paper. It is drawn over the edge of the picture, which
 * viewers draw up to whole pixels of their own.
 */
function framed(name: string, size: Size, element: Role, ctx: LayoutContext, cut?: PictureCut): Content {
  const { width, height } = size;
  const frame = { type: 'rect' as const, x: LINE / 2, y: LINE / 2, w: width + LINE, h: height + LINE };
  return {
    stack: [
      { ...imageNode(name, size, element, cut), margin: [LINE, LINE, LINE, LINE] },
      {
        canvas: [{ ...frame, lineWidth: LINE, lineColor: ctx.colors.rule }],
        relativePosition: { x: 0, y: -height - 2 * LINE },
      },
    ],
    width: width + 2 * LINE,
    margin: [0, 3, 0, 4],
  } as Content;
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
