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

  /** Counts pixels of red, green, blue and opacity. */
  add(rgba: Uint8Array): void {
    let clear = 0;
    let drawn = 0;
    let red = 0;
    let green = 0;
    let blue = 0;
    for (let at = 0; at < rgba.length; at += 4) {
      const alpha = rgba[at + 3] ?? 255;
      if (alpha < 128) clear += 1;
      drawn += alpha;
      red += alpha * (rgba[at] ?? 0);
      green += alpha * (rgba[at + 1] ?? 0);
      blue += alpha * (rgba[at + 2] ?? 0);
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
