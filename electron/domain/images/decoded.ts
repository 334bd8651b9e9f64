/** Pixels of an image, four bytes each: red, green, blue, opacity. */
export interface DecodedImage {
  readonly width: number;
  readonly height: number;
  readonly rgba: Uint8Array;
}

/** More pixels would need hundreds of megabytes at once. */
export const maxDecodedPixels = 50_000_000;
