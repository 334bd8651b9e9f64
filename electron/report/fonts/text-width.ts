import type { FontLibrary, Look } from './library.ts';

/** How many points a text of one line is wide, by the faces that draw it. */
export function textWidth(text: string, size: number, look: Look, fonts: FontLibrary): number {
  return fonts
    .split(text, look)
    .reduce((width, piece) => width + fonts.width(piece.text, piece.face, size), 0);
}
