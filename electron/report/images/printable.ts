import { readImage } from '#domain/images/index.ts';
import { onPaper, pngParts, rgbPng, unpack } from './png.ts';

/** A picture that can be set: its file, and its size in pixels. */
export interface Printable {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/**
 * A picture as the layout engine takes it without risk; null if it is damaged. Every PNG is unpacked once,
 * within the bounds of its header: the engine would fail in the middle of the file, or unpack without bound.
 * A transparent or interlaced picture is written anew over white, or over dark if it is light itself. The
 * engine would unpack it while others are written, and the order in the file, and so its bytes, would vary.
 */
export function printable(content: Uint8Array): Printable | null {
  const image = readImage(content);
  if (image.kind === 'invalid') return null;
  const { width, height } = image;
  if (image.type === 'image/jpeg') return { bytes: image.content, width, height };
  try {
    const parts = pngParts(image.content);
    const raw = unpack(parts);
    const plain = !parts.interlaced && parts.transparency === null && parts.colour < 4;
    return { bytes: plain ? image.content : rgbPng(width, height, onPaper(parts, raw)), width, height };
  } catch {
    return null;
  }
}
