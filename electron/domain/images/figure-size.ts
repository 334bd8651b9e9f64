import type { ImageType } from '#contract/finding/evidence.ts';

/*
 * How large a figure is printed. The pages and the check ask here, so that the check names what the pages print too small.
 */

/** Pixels of a picture. */
export interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Points that figures have on a page. */
export interface FigureRoom {
  readonly width: number;
  /** The most that a picture may be high, with its caption and the heading above. */
  readonly height: number;
  /** The same if two pictures share a page. */
  readonly half: number;
}

/** How a picture is printed. */
export interface FigureScale {
  /** Points of a pixel. */
  readonly scale: number;
  /** It is higher than a page, and cut over several. */
  readonly cut: boolean;
  /** The user chose its width: it is not made smaller to save a page. */
  readonly chosen: boolean;
}

/** A pixel of a screen in points: a small picture is not blown up beyond it unless the user says so. */
const POINTS_PER_PIXEL = 0.75;
/** A picture so little higher than half a page is made smaller: it would leave the rest of its page empty. */
const ALMOST_HALF = 1.2;
/** Of a screen whose letters are 16 pixels high; smaller pixels make letters under 3.5 points. */
const LEAST_PIXEL = 0.218;
/** Below it letters of 16 pixels are under 2.7 points: they can hardly be read on paper. */
const READABLE_PIXEL = 0.17;
/** A pixel of a capture that is cut: as of one that is twice as wide as a page. */
const CUT_PIXEL = 0.371;

/** Room between the margins of an A4 page, by which the check judges. */
export const ordinaryRoom: FigureRoom = { width: 475, height: 573, half: 307 };

/** @param width as `ImageAttributes` has it; undefined: nobody chose one */
export function figureScale(picture: PixelSize, room: FigureRoom, width?: string): FigureScale {
  const across = (room.width - 2) / picture.width;
  const down = room.height / picture.height;
  const points = width === undefined ? null : pointsOf(width, room.width - 2);
  if (points !== null) {
    const scale = Math.min(across, points / picture.width);
    return { scale, cut: scale > down, chosen: true };
  }
  const fitting = Math.min(POINTS_PER_PIXEL, across, down);
  const half = room.half / picture.height;
  const density = phoneDensity(picture);
  if (density !== null) {
    const least = LEAST_PIXEL / density;
    return { scale: Math.min(fitting, Math.max(half, least)), cut: false, chosen: false };
  }
  if (down < LEAST_PIXEL && down < Math.min(POINTS_PER_PIXEL, across)) {
    return { scale: Math.min(CUT_PIXEL, across), cut: true, chosen: false };
  }
  const over = fitting / half;
  const scale = over > 1 && over < ALMOST_HALF ? half : fitting;
  return { scale, cut: false, chosen: false };
}

function pointsOf(width: string, column: number): number | null {
  const [, digits = '', unit = ''] = /^([\d.]+)(%|px)$/u.exec(width) ?? [];
  const number = Number(digits);
  if (digits === '' || !(number > 0)) return null;
  return unit === '%' ? (column * number) / 100 : number * POINTS_PER_PIXEL;
}

/** Widths of phone screens that are 16 to 9, in pixels. Other screens so wide are as often those of a computer. */
const SHORT_PHONES: readonly number[] = [320, 360, 375, 414, 640, 720, 750, 1080];

/** How many pixels of its screen a phone has for one of a page; null for what is no capture of a phone. */
export function phoneDensity({ width, height }: PixelSize): number | null {
  const aspect = height / width;
  const isPhone =
    (aspect >= 1.95 && aspect <= 2.5 && width <= 1450) ||
    (aspect >= 1.7 && aspect < 1.95 && SHORT_PHONES.includes(width));
  if (!isPhone) return null;
  return width > 900 ? 3 : width > 500 ? 2 : 1;
}

/**
 * Whether letters in a capture can hardly be read as it is printed. Of a photo nobody knows, unless its width was chosen.
 *
 * @param width as for `figureScale`
 */
export function isTooSmall(picture: PixelSize & { readonly type: ImageType }, width?: string): boolean {
  if (picture.type !== 'image/png' && width === undefined) return false;
  const { scale } = figureScale(picture, ordinaryRoom, width);
  return scale < READABLE_PIXEL / (phoneDensity(picture) ?? 1);
}
