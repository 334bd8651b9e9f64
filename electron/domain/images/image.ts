import type { ImageType } from '#contract/finding/evidence.ts';
import type { Orientation } from './orientation.ts';

/** A picture without anything but what makes its pixels. */
export interface CleanImage {
  readonly kind: 'image';
  readonly type: ImageType;
  /** In pixels, as they are stored: an orientation that turns the picture is not yet applied. */
  readonly width: number;
  readonly height: number;
  /**
   * How what came was to be turned. It went with the metadata, so the caller has to turn its pixels
   * first, or refuse it: what is kept must look as what came.
   */
  readonly orientation: Orientation;
  /** The file's bytes without metadata. */
  readonly content: Uint8Array<ArrayBuffer>;
}

/** A picture that may be kept, and the hash of the file as it came. */
export interface TakenImage {
  readonly image: CleanImage;
  readonly sha256: string;
  readonly originalSha256: string;
}

/** What is no picture that can be kept. `reason` is a sentence for the person and quotes nothing of the file. */
export interface InvalidImage {
  readonly kind: 'invalid';
  readonly reason: string;
}

export type ImageOutcome = CleanImage | InvalidImage;

/** A file of a few kilobytes can claim pixels that no memory holds: 10,000 × 10,000 is more than any screen shows. */
const maxPixels = 100_000_000;
const longestSide = 65_535;

export function invalid(reason: string): InvalidImage {
  return { kind: 'invalid', reason };
}

/** Why a picture of this size is not taken, or null. */
export function whyNotThisSize(width: number, height: number): string | null {
  if (width < 1 || height < 1) return 'The image says that it has no pixels.';
  if (width > longestSide || height > longestSide || width * height > maxPixels)
    return 'The image is larger than 100 megapixels, or longer than 65,535 pixels on one side.';
  return null;
}
