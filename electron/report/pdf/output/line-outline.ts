import type { FontLibrary } from '../../fonts/library.ts';
import type { Line } from '../layout/lines.ts';

/**
 * The outline of a line as an SVG path. Its baseline starts at the origin and y grows downwards; `place` puts each point
 * where it belongs on the page.
 */
export function lineOutline(
  { runs }: Line,
  fonts: FontLibrary,
  place: (x: number, y: number) => [number, number],
): string {
  let start = 0;
  return runs
    .map(({ text, face, style }) => {
      const from = start;
      start += fonts.width(text, face, style.size);
      return fonts.outline(text, face, style.size, (x, y) => place(from + x, y));
    })
    .join('');
}
