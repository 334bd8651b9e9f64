import type { ImageType } from '#contract/finding/evidence.ts';
import { foreignAdvice, foreignKind } from './foreign-kind.ts';
import { invalid, type ImageOutcome } from './image.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { isPng, readPng } from './png.ts';

export type { CleanImage, ImageOutcome } from './image.ts';

/**
 * Reads a picture by its bytes, whatever its name says, and omits all that does not make its pixels. That is texts,
 * places, devices, dates, thumbnails, profiles, further frames, appended data. Nothing is decoded, so pixels that do
 * not add up are met where the picture is drawn. Any bytes at all are answered; it never throws.
 */
export function readImage(bytes: Uint8Array): ImageOutcome {
  switch (imageTypeOf(bytes)) {
    case 'image/png':
      return readPng(bytes);
    case 'image/jpeg':
      return readJpeg(bytes);
    case null:
      return invalid(foreignAdvice(foreignKind(bytes)));
  }
}

/** What a file claims to be by its first bytes; null for any other format. */
export function imageTypeOf(bytes: Uint8Array): ImageType | null {
  if (isPng(bytes)) return 'image/png';
  return isJpeg(bytes) ? 'image/jpeg' : null;
}
