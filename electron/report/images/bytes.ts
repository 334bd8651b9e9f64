import { createHash } from 'node:crypto';

/** The bytes of a figure's image: from those given with the report, or from the address that holds them. */
export function imageBytes(images: ReadonlyMap<string, Uint8Array>, image: string): Uint8Array | undefined {
  if (!image.startsWith('data:')) return images.get(image);
  return Buffer.from(image.slice(image.indexOf(',') + 1), 'base64');
}

/** A short name for it, the same for the same image. */
export function imageName(image: string): string {
  return image.startsWith('data:') ? createHash('sha256').update(image).digest('hex') : image;
}
