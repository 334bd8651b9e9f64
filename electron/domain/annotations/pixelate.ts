import type { PictureArea, PictureSize } from './edit.ts';

/** An area shows at most so many squares along its longer side. */
const maxSquares = 8;
/** No square is smaller: letters of a usual screenshot are half as wide. */
const leastSquare = 24;
/** Colours keep so few steps that shades of letters are gone with their outlines. */
const colourStep = 32;

/** The part of an area that lies in an image, in whole pixels; null if none does. */
export function insideOf(area: PictureArea, image: PictureSize): PictureArea | null {
  const left = Math.max(0, Math.floor(area.x));
  const top = Math.max(0, Math.floor(area.y));
  const right = Math.min(image.width, Math.ceil(area.x + area.width));
  const bottom = Math.min(image.height, Math.ceil(area.y + area.height));
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null;
}

/**
 * Replaces an area by coarse squares of one colour each, in place. Each square is the mean of what lay there, in steps too
 * coarse to tell letters apart; nothing else of the pixels stays.
 *
 * @param pixels rows of `channels` values a pixel; a fourth channel is made opaque
 */
export function pixelate(
  pixels: Uint8Array | Uint8ClampedArray,
  channels: 3 | 4,
  image: PictureSize,
  area: PictureArea,
): void {
  const inside = insideOf(area, image);
  if (inside === null) return;
  const least = Math.max(leastSquare, Math.ceil(Math.max(inside.width, inside.height) / maxSquares));
  for (const [top, height] of partsOf(inside.height, least)) {
    for (const [left, width] of partsOf(inside.width, least)) {
      fillWithMean(pixels, channels, image, { x: inside.x + left, y: inside.y + top, width, height });
    }
  }
}

/** A length cut into parts of nearly one length, none shorter than `least` unless the whole is: start and length of each. */
function partsOf(whole: number, least: number): (readonly [number, number])[] {
  const count = Math.max(1, Math.floor(whole / least));
  return Array.from({ length: count }, (_, at) => {
    const start = Math.floor((at * whole) / count);
    return [start, Math.floor(((at + 1) * whole) / count) - start] as const;
  });
}

function fillWithMean(
  pixels: Uint8Array | Uint8ClampedArray,
  channels: 3 | 4,
  image: PictureSize,
  { x, y, width, height }: PictureArea,
): void {
  for (let channel = 0; channel < channels; channel += 1) {
    let sum = 0;
    for (let row = y; row < y + height; row += 1) {
      for (let column = x; column < x + width; column += 1) {
        sum += pixels[(row * image.width + column) * channels + channel] ?? 0;
      }
    }
    const value = channel === 3 ? 255 : coarse(sum / (width * height));
    for (let row = y; row < y + height; row += 1) {
      for (let column = x; column < x + width; column += 1) {
        pixels[(row * image.width + column) * channels + channel] = value;
      }
    }
  }
}

/** The nearest of few steps, of which the last is white. */
function coarse(value: number): number {
  return Math.min(255, Math.round(value / colourStep) * colourStep);
}
