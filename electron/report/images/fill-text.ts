import type { Rgb } from '#domain/annotations/drawing.ts';
import { visualOrder } from '../fonts/bidi.ts';
import { isShaped } from '../fonts/faces.ts';
import type { FaceRun, FontLibrary, Look } from '../fonts/library.ts';
import { hasRightToLeft } from '../fonts/printable.ts';
import { fillRings, ringsOfPath, type Raster } from './raster.ts';

/** A text of one line, its baseline beginning at a point; all in pixels. */
export interface RasterText {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: Rgb;
}

/** Draws a text into pixels. It begins at the left, as the window draws it; what runs from the right does so within. */
export function fillText(
  raster: Raster,
  { text: whole, x, y, size, colour }: RasterText,
  look: Look,
  fonts: FontLibrary,
): void {
  let pen = x;
  for (const { text, face } of piecesFromLeft(whole, look, fonts)) {
    const start = pen;
    const path = fonts.outline(text, face, size, (px, py) => [start + px, y + py]);
    const rings = ringsOfPath(path);
    if (rings.length > 0) fillRings(raster, rings, colour, 1);
    pen += fonts.width(text, face, size);
  }
}

/** The stretches of a text that is drawn letter by letter from the left; null if some of its letters join or run from the right. */
export function leftToRightPieces(text: string, look: Look, fonts: FontLibrary): readonly FaceRun[] | null {
  if (hasRightToLeft(text)) return null;
  const pieces = fonts.split(text, look);
  return pieces.some(({ face }) => isShaped(face)) ? null : pieces;
}

function piecesFromLeft(text: string, look: Look, fonts: FontLibrary): FaceRun[] {
  const japanese = fonts.isJapanese(text);
  return visualOrder(fonts.split(text, look, japanese), false).flatMap(({ run, text: drawn, fromRight }) =>
    fromRight || hasRightToLeft(drawn) ? [{ ...run, text: drawn }] : fonts.split(drawn, look, japanese),
  );
}
