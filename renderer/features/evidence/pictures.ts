import { maxImageBytes } from '#contract/input/sizes.ts';
import { foreignKind, undecodedAdvice } from '#domain/images/foreign-kind.ts';
import { imageTypeOf, readImage } from '#domain/images/index.ts';
import { bitmapOf, contextOf, encoded, refused } from '#renderer/session/values/image-pixels.ts';
import { isImageFile } from '#renderer/ui/text/image-file.ts';
import type { Area } from '#renderer/features/evidence/areas/areas.ts';
import type { NewImage } from './evidence.state.svelte.ts';

/** What covers a redacted area. Solid: what is under it never reaches the new file. */
const coverColour = '#000000';

/**
 * Makes a file that a person gave ready to be kept. A PNG or JPEG is sent as it is, and the program removes its
 * metadata. A photo that its metadata would turn, and every other displayable format, are redrawn.
 *
 * @throws ApiError `invalid`, named by the file
 */
export async function readyToKeep(file: File): Promise<NewImage> {
  // As other systems write it: a Mac keeps its accents apart.
  const name = file.name.normalize();
  if (file.size > maxImageBytes) throw refused(name, 'It has more than 20 MB; make it smaller first.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = readImage(bytes);
  const type = imageTypeOf(bytes);
  if (image.kind === 'invalid' && type !== null) throw refused(name, image.reason);
  const bitmap = await bitmapOf(file, name, undecodedAdvice(foreignKind(bytes)));
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

/** Images among what was dropped or pasted. */
export function imagesIn(transfer: DataTransfer | null): File[] {
  return [...(transfer?.files ?? [])].filter(isImageFile);
}

/** Whether files are dragged, of whatever kind: before they are dropped a page is not told more. */
export function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true;
}

/** The hash of a file as it is. */
export async function sha256Of(file: Blob): Promise<string> {
  return sha256(new Uint8Array(await file.arrayBuffer()));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).toHex();
}
