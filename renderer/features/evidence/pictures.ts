import { mostImageBytes } from '#contract/input/sizes.ts';
import { foreignFormat } from '#domain/images/foreign-format.ts';
import { imageTypeOf, readImage } from '#domain/images/index.ts';
import { ApiError } from '#renderer/api/api.ts';
import type { Area } from '#renderer/features/evidence/areas/areas.ts';
import type { NewImage } from './evidence.state.svelte.ts';

/** What covers a redacted area. Solid: what is under it never reaches the new file. */
const coverColour = '#000000';
const photoQuality = 0.92;

/**
 * Makes a file that a person gave ready to be kept. A PNG or JPEG is sent as it is, and the program removes its
 * metadata. A photo that its metadata would turn, and every other displayable format, are redrawn.
 *
 * @throws ApiError `invalid`, named by the file
 */
export async function readyToKeep(file: File): Promise<NewImage> {
  // As other systems write it: a Mac keeps its accents apart.
  const name = file.name.normalize();
  if (file.size > mostImageBytes) throw refused(name, 'It has more than 20 MB; make it smaller first.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = readImage(bytes);
  const type = imageTypeOf(bytes);
  if (image.kind === 'invalid' && type !== null) throw refused(name, image.reason);
  const foreign = foreignFormat(bytes);
  const bitmap = await bitmapOf(
    file,
    name,
    foreign === null ? undefined : `This is a ${foreign} file. Save it as PNG or JPEG, and take that.`,
  );
  try {
    if (image.kind === 'image' && image.orientation === 1)
      return { name, content: bytes.toBase64(), originalSha256: null };
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    contextOf(canvas).drawImage(bitmap, 0, 0);
    const content = await encoded(canvas, type === 'image/jpeg' ? 'image/jpeg' : 'image/png');
    return { name, content, originalSha256: await sha256(bytes) };
  } finally {
    bitmap.close();
  }
}

/**
 * Cuts a picture to an area and covers others in it. Only what is seen goes into the new file, so nothing of the
 * covered pixels can be had from it.
 *
 * @param crop null keeps all of it
 * @returns the new file, base64
 */
export async function burned(
  source: ImageBitmap,
  crop: Area | null,
  covered: readonly Area[],
): Promise<string> {
  const { x, y, width, height } = crop ?? { x: 0, y: 0, width: source.width, height: source.height };
  const canvas = new OffscreenCanvas(width, height);
  const context = contextOf(canvas);
  context.drawImage(source, -x, -y);
  context.fillStyle = coverColour;
  for (const area of covered) context.fillRect(area.x - x, area.y - y, area.width, area.height);
  return encoded(canvas, 'image/png');
}

/**
 * A picture's pixels as the page shows them, turned as its metadata asks.
 * @param otherwise what is said if the page cannot show it
 * @throws ApiError `invalid`
 */
export async function bitmapOf(
  file: Blob,
  name: string,
  otherwise = 'This is not an image that can be shown here.',
): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(file, { imageOrientation: 'from-image' });
  } catch {
    throw refused(name, otherwise);
  }
}

/** Images among what was dropped or pasted. */
export function imagesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])].filter(({ type }) => type.startsWith('image/'));
}

/** Whether files are dragged, of whatever kind: before they are dropped a page is not told more. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true;
}

/** Without loss if that fits, so that solid areas stay solid; a large photo as a JPEG. */
async function encoded(canvas: OffscreenCanvas, type: 'image/png' | 'image/jpeg'): Promise<string> {
  const blob = await canvas.convertToBlob({ type, quality: photoQuality });
  if (blob.size > mostImageBytes && type === 'image/png') return encoded(canvas, 'image/jpeg');
  return new Uint8Array(await blob.arrayBuffer()).toBase64();
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (context === null) throw new ApiError('invalid', 'The image is too large to be drawn here.');
  return context;
}

/** The hash of a file as it is. */
export async function sha256Of(file: Blob): Promise<string> {
  return sha256(new Uint8Array(await file.arrayBuffer()));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex();
}

function refused(name: string, reason: string): ApiError {
  return new ApiError('invalid', name === '' ? reason : `${name}: ${reason}`);
}
