import type { Content } from 'pdfmake/interfaces.js';

/** A block that is not broken, with a picture that may be made smaller if the block then goes on the page that has begun. */
export interface Scalable {
  /** The block with its picture at this share of its size; new nodes each time, for the layout uses them up. */
  readonly at: (share: number) => Content;
  /** Points of the picture at its full size. */
  readonly pictureHeight: number;
}

/**
 * A picture is not scaled below this share of its size, so that it can be read. A page without room for it is at least
 * a quarter full.
 */
const LEAST_SHARE = 0.7;
/** The layout rounds otherwise than the sum of heights does. */
const SLACK = 0.5;

const scalables = new WeakMap<object, Scalable>();

/** The block at its full size; the layout may put a smaller one in its place. */
export function scalableNode(scalable: Scalable): Content {
  const node = scalable.at(1);
  if (typeof node === 'object') scalables.set(node, scalable);
  return node;
}

/**
 * The block as it goes best into `left` points: smaller if that saves it from the next page, otherwise as it is.
 *
 * @param heightOf the height of content in points, which is used up
 */
export function fitted(node: Content, left: number, heightOf: (content: Content) => number): Content {
  const scalable = typeof node === 'object' ? scalables.get(node) : undefined;
  if (scalable === undefined) return node;
  const over = heightOf(scalable.at(1)) + SLACK - left;
  const share = 1 - over / scalable.pictureHeight;
  return share >= LEAST_SHARE && share < 1 ? scalable.at(share) : node;
}

const flowing = new WeakMap<object, (left: number) => Content[]>();

/** A piece that is made to measure for the page that has begun. @param pieces for the points that are left on it */
export function flowingNode(pieces: (left: number) => Content[]): Content {
  const node: Content = { text: '' };
  flowing.set(node, pieces);
  return node;
}

/** What a piece consists of if `left` points are left on the page. */
export function piecesOf(node: Content, left: number): readonly Content[] {
  const pieces = typeof node === 'object' ? flowing.get(node) : undefined;
  return pieces === undefined ? [node] : pieces(left);
}
