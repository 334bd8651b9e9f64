import { maxImageBytes } from '#contract/input/sizes.ts';
import { foreignKind, undecodedAdvice } from '#domain/images/foreign-kind.ts';
import { imageTypeOf } from '#domain/images/index.ts';
import { ApiError } from '#renderer/api/api.ts';

const photoQuality = 0.92;

/**
 * A file that may be a logo: a PNG or JPEG as it is, what else the page can show as a PNG.
 *
 * @throws ApiError `invalid`, named by the file
 */
export async function pngOrJpeg(file: File): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = imageTypeOf(bytes);
  if (type !== null) return new Blob([bytes], { type });
  const bitmap = await bitmapOf(file, file.name, undecodedAdvice(foreignKind(bytes)));
  try {
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    contextOf(canvas).drawImage(bitmap, 0, 0);
    return await canvas.convertToBlob({ type: 'image/png' });
  } finally {
    bitmap.close();
  }
}

/**
 * A picture's pixels as the page shows them, turned as its metadata asks.
 * @param otherwise what is said if the page cannot show it
 * @throws ApiError `invalid`
 */
export async function bitmapOf(
  file: Blob,
  name: string,
  otherwise = 'This image is damaged or cut short.',
): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw refused(name, otherwise);
  }
}

/** Without loss if that fits, so that solid areas stay solid; a large photo as a JPEG. */
export async function encoded(canvas: OffscreenCanvas, type: 'image/png' | 'image/jpeg'): Promise<string> {
  const blob = await canvas.convertToBlob({ type, quality: photoQuality });
  if (blob.size > maxImageBytes && type === 'image/png') return encoded(canvas, 'image/jpeg');
  return new Uint8Array(await blob.arrayBuffer()).toBase64();
}

export function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new ApiError('invalid', 'The image is too large to be drawn here.');
  return context;
}

/** Why a file is not taken, with its name. */
export function refused(name: string, reason: string): ApiError {
  return new ApiError('invalid', name === '' ? reason : `${name}: ${reason}`);
}
