import { uint32 } from '#domain/images/bytes.ts';
import { readImage } from '#domain/images/index.ts';
import type { CleanImage } from '#domain/images/image.ts';
import { isPng } from '#domain/images/png.ts';
import { onPaper, pngParts, rgbPng, unpack, type PngParts } from './png.ts';
import { checkPixels, rewritten } from './rewritten.ts';

/** A picture that can be set. */
export interface Printable {
  readonly bytes: Uint8Array;
  /** Pixels of the picture as it came, by which it is given its place; a very large one has fewer in `bytes`. */
  readonly width: number;
  readonly height: number;
}

/** Larger ones, in pixels, are made ready ahead: unpacked whole they would take hundreds of megabytes. */
const LARGE = 4_000_000;
const ready = new WeakMap<Uint8Array, Printable | null>();

/**
 * A picture as the layout engine takes it without risk; null if it is damaged. Every PNG is unpacked once,
 * within the bounds of its header: the engine would fail in the middle of the file, or unpack without bound.
 * A transparent or interlaced picture is written anew over white, or over dark if it is light itself. The
 * engine would unpack it while others are written, and the order in the file, and so its bytes, would vary.
 */
export function printable(content: Uint8Array): Printable | null {
  const known = ready.get(content);
  if (known !== undefined) return known;
  const image = readImage(content);
  if (image.kind === 'invalid') return null;
  const { width, height } = image;
  if (image.type === 'image/jpeg') return { bytes: image.content, width, height };
  try {
    const parts = pngParts(image.content);
    const raw = unpack(parts);
    const bytes = isPlain(parts) ? image.content : rgbPng(width, height, onPaper(parts, raw));
    return { bytes, width, height };
  } catch {
    return null;
  }
}

/**
 * Makes the large pictures among these ready, line by line, so that `printable` then answers at once. What it answers is
 * the same, but for pictures that are finer than paper shows and have to be written anew.
 */
export async function makeLargeReady(images: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const rest = images.values();
  const next = async (): Promise<void> => {
    for (const content of rest) await makeReady(content);
  };
  // Two at a time: while the one is packed or unpacked beside this thread, the lines of the other are read.
  await Promise.all([next(), next()]);
}

async function makeReady(content: Uint8Array): Promise<void> {
  // By its header first: of most pictures no more has to be read here.
  if (ready.has(content) || !isPng(content) || uint32(content, 16) * uint32(content, 20) <= LARGE) return;
  const image = readImage(content);
  if (image.kind === 'image') ready.set(content, await lineByLine(image));
}

async function lineByLine({ content, width, height }: CleanImage): Promise<Printable | null> {
  const parts = pngParts(content);
  try {
    if (isPlain(parts)) {
      await checkPixels(parts);
      return { bytes: content, width, height };
    }
    if (!parts.interlaced) return { bytes: await rewritten(parts), width, height };
    return { bytes: rgbPng(width, height, onPaper(parts, unpack(parts))), width, height };
  } catch {
    return null;
  }
}

function isPlain({ interlaced, transparency, colour }: PngParts): boolean {
  return !interlaced && transparency === null && colour < 4;
}
