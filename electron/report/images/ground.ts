import { isOpaque, MAX_ADDED, RED_AND_BLUE, wordsOf } from './pixel-words.ts';

/** Red, green and blue of what lies under a picture. */
export type Ground = readonly [number, number, number];

const white: Ground = [255, 255, 255];
/** The ground of the window in its dark appearance. */
const dark: Ground = [18, 22, 28];
/** From this share of pixels on that show the ground, a picture is drawn upon it rather than with a corner left out. */
const MOSTLY_GROUND = 0.3;
/** Lighter than this on average, of 255, letters on white have a contrast of less than 3 to 1. */
const LIGHT = 148;

/** The ground that all but few pictures have. */
export const usualGround = white;

/**
 * Finds the ground of a picture from its pixels: white paper, or dark if what is drawn can hardly be seen on white,
 * as its letters were seen on a dark screen.
 */
export class GroundChoice {
  #pixels = 0;
  #clear = 0;
  #drawn = 0;
  #light = 0;

  /** Counts pixels of red, green, blue and opacity, from a multiple of four bytes on. */
  add(rgba: Uint8Array): void {
    const words = wordsOf(rgba);
    let clear = 0;
    let drawn = 0;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let from = 0; from < words.length; from += MAX_ADDED) {
      const to = Math.min(words.length, from + MAX_ADDED);
      if (isOpaque(words, from, to)) {
        let redAndBlue = 0;
        let greens = 0;
        for (let at = from; at < to; at += 1) {
          const word = words[at] ?? 0;
          redAndBlue = (redAndBlue + (word & RED_AND_BLUE)) | 0;
          greens = (greens + ((word >>> 8) & 255)) | 0;
        }
        drawn += 255 * (to - from);
        red += 255 * (redAndBlue & 0xffff);
        green += 255 * greens;
        blue += 255 * (redAndBlue >>> 16);
        continue;
      }
      for (let at = from * 4; at < to * 4; at += 4) {
        const alpha = rgba[at + 3] ?? 255;
        if (alpha < 128) clear += 1;
        drawn += alpha;
        red += alpha * (rgba[at] ?? 0);
        green += alpha * (rgba[at + 1] ?? 0);
        blue += alpha * (rgba[at + 2] ?? 0);
      }
    }
    this.#pixels += rgba.length / 4;
    this.#clear += clear;
    this.#drawn += drawn;
    this.#light += 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  /** The ground for all that was counted. */
  chosen(): Ground {
    const isLight =
      this.#clear >= this.#pixels * MOSTLY_GROUND && this.#drawn > 0 && this.#light / this.#drawn > LIGHT;
    return isLight ? dark : white;
  }
}
