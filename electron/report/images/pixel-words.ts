/*
 * Pixels as words of four bytes, red lowest, as every platform of the program has them: where all are opaque, as in most
 * screenshots, red and blue are added in one step.
 */

/** What of a word is red and blue. */
export const RED_AND_BLUE = 0xff_00_ff;
/** As many reds can be added in a word before they reach the blues. */
export const MAX_ADDED = 256;

/** Pixels of four bytes each, from a multiple of four bytes on. */
export function wordsOf(rgba: Uint8Array): Int32Array {
  return new Int32Array(rgba.buffer, rgba.byteOffset, rgba.length >> 2);
}

/** Whether nothing shows through the pixels from one to before another. */
export function isOpaque(words: Int32Array, from: number, to: number): boolean {
  let all = -1;
  for (let at = from; at < to; at += 1) all &= words[at] ?? 0;
  return all >>> 24 === 255;
}
