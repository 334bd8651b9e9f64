import { contrast, luminance, readableContrast } from './color.ts';

/** Behind words and lines that are marked. */
export const markColor = '#FFF2B8';

const white = '#FFFFFF';
const quiet = '#D9DFEA';

/** Small letters on the field of the cover: quieter than its title, if they can be read so. */
export function quietOn(cover: string): string {
  return contrast(quiet, cover) >= readableContrast ? quiet : white;
}

/** The darkest of what letters of a text stand on: paper, a panel, and what is marked. */
export function textGround(panel: string): string {
  return luminance(panel) < luminance(markColor) ? panel : markColor;
}
