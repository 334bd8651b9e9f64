import { hash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { DossierError } from '#contract/error.ts';
import { maxImageBytes } from '#contract/input/sizes.ts';
import { readOrConvert } from '#domain/images/converted.ts';
import type { TakenImage } from '#domain/images/image.ts';
import { withoutTail } from './tail.ts';

/**
 * Reads a file that a face handed over and takes out everything but its pixels, whatever the face did before. A GIF, WebP
 * or BMP becomes a PNG.
 *
 * @param content base64
 * @throws (rejects) DossierError `invalid`: no base64, too large, of another kind, damaged, or turned by its metadata, which
 *   would be kept lying on its side
 */
export async function takeImage(content: string): Promise<TakenImage> {
  const bytes = Buffer.from(content, 'base64');
  if (bytes.toString('base64') !== content) throw invalid('The image did not arrive whole.');
  return takeImageBytes(bytes);
}

/** The same of its bytes. @throws (rejects) DossierError `invalid`, as `takeImage` */
export async function takeImageBytes(bytes: Uint8Array): Promise<TakenImage> {
  if (bytes.length > maxImageBytes) throw invalid('The image has more than 20 MB. Make it smaller first.');
  const read = await readOrConvert(bytes, deflateSync);
  if (read.kind === 'invalid') throw invalid(read.reason);
  const image = read.type === 'image/png' ? await withoutTail(read) : read;
  if (image.orientation !== 1) {
    throw invalid('The image is stored lying on its side. Its pixels have to be turned before it is kept.');
  }
  return { image, sha256: hash('sha256', image.content), originalSha256: hash('sha256', bytes) };
}

function invalid(reason: string): DossierError {
  return new DossierError('invalid', reason);
}
