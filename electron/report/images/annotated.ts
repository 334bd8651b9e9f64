import { decode, encode } from 'jpeg-js';
import type { Annotation } from '#contract/finding/annotation.ts';
import type { ImageType } from '#contract/finding/evidence.ts';
import { drawingsOf, type Drawing } from '#domain/annotations/drawing.ts';
import type { MeasureText } from '#domain/annotations/edit.ts';
import { pixelate } from '#domain/annotations/pixelate.ts';
import { visualOrder } from '../fonts/bidi.ts';
import type { FontLibrary, FaceRun } from '../fonts/library.ts';
import { hasRightToLeft } from '../fonts/printable.ts';
import { onPaper, pngParts, rgbPng, unpack } from './png.ts';
import { fillRings, ringsOfPath, type Raster } from './raster.ts';

/** An image as the store keeps it. */
export interface PlainImage {
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly content: Uint8Array;
}

const photoQuality = 92;
/** Above what decoding an image of 40 megapixels takes. */
const maxDecoding = { maxResolutionInMP: 100, maxMemoryUsageInMB: 2_048 };
const letters = { bold: true } as const;

/**
 * An image with its annotations drawn into its pixels, as a file of the same type. Transparent parts are on paper, as in
 * the report.
 *
 * @throws Error if its pixels cannot be decoded
 */
export function withAnnotations(
  image: PlainImage,
  annotations: readonly Annotation[],
  fonts: FontLibrary,
): Uint8Array {
  const raster = rasterOf(image);
  for (const drawing of drawingsOf(annotations, measureWith(fonts))) draw(raster, drawing, fonts);
  const { width, height, rgb } = raster;
  return image.type === 'image/png' ? rgbPng(width, height, rgb) : jpegOf(raster);
}

/** How wide a text of an annotation is, by the fonts of the report. */
export function measureWith(fonts: FontLibrary): MeasureText {
  return (text, size) =>
    fonts.split(text, letters).reduce((width, piece) => width + fonts.width(piece.text, piece.face, size), 0);
}

function draw(raster: Raster, drawing: Drawing, fonts: FontLibrary): void {
  switch (drawing.kind) {
    case 'pixelate':
      pixelate(raster.rgb, 3, raster, drawing.area);
      return;
    case 'shape':
      fillRings(raster, drawing.rings, drawing.colour, drawing.opacity);
      return;
    case 'text': {
      const { size, colour } = drawing;
      let pen = drawing.x;
      // From the left, as the window draws it; what runs from the right does so within.
      for (const { text, face } of piecesFromLeft(drawing.text, fonts)) {
        const start = pen;
        const path = fonts.outline(text, face, size, (x, y) => [start + x, drawing.y + y]);
        const rings = ringsOfPath(path);
        if (rings.length > 0) fillRings(raster, rings, colour, 1);
        pen += fonts.width(text, face, size);
      }
      return;
    }
  }
}

function piecesFromLeft(text: string, fonts: FontLibrary): FaceRun[] {
  const japanese = fonts.isJapanese(text);
  return visualOrder(fonts.split(text, letters, japanese), false).flatMap(
    ({ run, text: drawn, fromRight }) =>
      fromRight || hasRightToLeft(drawn) ? [{ ...run, text: drawn }] : fonts.split(drawn, letters, japanese),
  );
}

function rasterOf({ type, content, width, height }: PlainImage): Raster {
  if (type === 'image/png') {
    const parts = pngParts(content);
    return { width, height, rgb: onPaper(parts, unpack(parts)) };
  }
  const decoded = decode(content, { useTArray: true, formatAsRGBA: false, ...maxDecoding });
  return { width: decoded.width, height: decoded.height, rgb: decoded.data };
}

function jpegOf({ width, height, rgb }: Raster): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba.set(rgb.subarray(from, from + 3), to);
    rgba[to + 3] = 255;
  }
  return encode({ width, height, data: rgba }, photoQuality).data;
}
