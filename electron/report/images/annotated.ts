import { decode, encode } from 'jpeg-js';
import type { Annotation } from '#contract/finding/annotation.ts';
import type { ImageType } from '#contract/finding/evidence.ts';
import { drawingsOf, type Drawing } from '#domain/annotations/drawing.ts';
import type { MeasureText } from '#domain/annotations/edit.ts';
import { pixelate } from '#domain/annotations/pixelate.ts';
import type { FontLibrary } from '../fonts/library.ts';
import { textWidth } from '../fonts/text-width.ts';
import { fillText } from './fill-text.ts';
import { onPaper, pngParts, rgbPng, unpack } from './png.ts';
import { fillRings, type Raster } from './raster.ts';

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
  return (text, size) => textWidth(text, size, letters, fonts);
}

function draw(raster: Raster, drawing: Drawing, fonts: FontLibrary): void {
  switch (drawing.kind) {
    case 'pixelate':
      pixelate(raster.rgb, 3, raster, drawing.area);
      return;
    case 'shape':
      fillRings(raster, drawing.rings, drawing.colour, drawing.opacity);
      return;
    case 'text':
      fillText(raster, drawing, letters, fonts);
      return;
  }
}

/** The pixels of an image on paper. @throws Error if they cannot be decoded */
export function rasterOf({ type, content, width, height }: PlainImage): Raster {
  if (type === 'image/png') {
    const parts = pngParts(content);
    return { width, height, rgb: onPaper(parts, unpack(parts)) };
  }
  const decoded = decode(content, { useTArray: true, formatAsRGBA: false, ...maxDecoding });
  return { width: decoded.width, height: decoded.height, rgb: decoded.data };
}

/** Pixels as a JPEG. */
export function jpegOf({ width, height, rgb }: Raster, quality = photoQuality): Uint8Array {
  const rgba = new Uint8Array(width * height * 4);
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba.set(rgb.subarray(from, from + 3), to);
    rgba[to + 3] = 255;
  }
  return encode({ width, height, data: rgba }, quality).data;
}
