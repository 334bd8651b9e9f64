import { beginsWith, crc32, joined, uint32 } from './bytes.ts';
import { orientationOf, type Orientation } from './orientation.ts';
import { invalid, whyNotThisSize, type ImageOutcome } from './image.ts';

/** The first eight bytes of every PNG. */
export const pngSignature = '\x89PNG\r\n\x1a\n';

const broken = invalid('This PNG is damaged or cut short.');
const unusual = invalid('This PNG is of a kind that no browser shows.');

/** Bit depths that go with each colour type. */
const depths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/**
 * Chunks that make the pixels, and how long each may be. Of colour only numbers are kept: an embedded profile (iCCP)
 * carries free text, often the name of the user's monitor, and the report's colours ignore it.
 */
const kept: Readonly<Record<string, (length: number) => boolean>> = {
  IHDR: (length) => length === 13,
  PLTE: (length) => length >= 3 && length <= 768 && length % 3 === 0,
  tRNS: (length) => length >= 1 && length <= 256,
  IDAT: () => true,
  IEND: (length) => length === 0,
  sRGB: (length) => length === 1,
  gAMA: (length) => length === 4,
  cHRM: (length) => length === 32,
};

/** Reads a PNG and leaves out all but its pixels; what stands behind its end goes too. Never throws. */
export function readPng(bytes: Uint8Array): ImageOutcome {
  const pieces: Uint8Array[] = [bytes.subarray(0, pngSignature.length)];
  const seen = new Set<string>();
  let orientation: Orientation = 1;
  let at = pngSignature.length;
  for (;;) {
    if (at + 12 > bytes.length) return broken;
    const length = uint32(bytes, at);
    const next = at + 12 + length;
    if (next > bytes.length) return broken;
    const name = nameAt(bytes, at + 4);
    if (name === null || (seen.size === 0 && name !== 'IHDR')) return broken;
    const fits = Object.hasOwn(kept, name) ? kept[name] : undefined;
    if (fits !== undefined) {
      const repeated = seen.has(name) && name !== 'IDAT';
      if (!fits(length) || repeated || !isSound(bytes, at, length)) return broken;
      seen.add(name);
      pieces.push(bytes.subarray(at, next));
    } else if (name === 'eXIf') {
      orientation = orientationOf(bytes.subarray(at + 8, at + 8 + length));
    } else if (isCritical(name)) return unusual;
    at = next;
    if (name === 'IEND') break;
  }
  if (!seen.has('IDAT')) return broken;
  const width = uint32(bytes, 16);
  const height = uint32(bytes, 20);
  const refusal = whyNotThisSize(width, height);
  if (refusal !== null) return invalid(refusal);
  if (!isKnownKind(bytes, seen)) return unusual;
  return { kind: 'image', type: 'image/png', width, height, orientation, content: joined(pieces) };
}

function isKnownKind(bytes: Uint8Array, seen: ReadonlySet<string>): boolean {
  const [depth = 0, colour = 0, compression, filter, interlace = 0] = bytes.subarray(24, 29);
  if (compression !== 0 || filter !== 0 || interlace > 1) return false;
  if (colour === 3 && !seen.has('PLTE')) return false;
  return depths[colour]?.includes(depth) === true;
}

function nameAt(bytes: Uint8Array, at: number): string | null {
  const name = String.fromCharCode(...bytes.subarray(at, at + 4));
  return /^[A-Za-z]{4}$/.test(name) ? name : null;
}

/** A chunk whose name begins with a capital must be understood; others may be left out. */
function isCritical(name: string): boolean {
  return /^[A-Z]/.test(name);
}

function isSound(bytes: Uint8Array, at: number, length: number): boolean {
  return crc32(bytes.subarray(at + 4, at + 8 + length)) === uint32(bytes, at + 8 + length);
}

/** Whether a file begins as a PNG does. */
export function isPng(bytes: Uint8Array): boolean {
  return beginsWith(bytes, pngSignature);
}
