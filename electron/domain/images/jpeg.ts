import { beginsWith, joined, uint16 } from './bytes.ts';
import { orientationOf, type Orientation } from './orientation.ts';
import { invalid, whyNotThisSize, type ImageOutcome } from './image.ts';

const broken = invalid('This JPEG is damaged or cut short.');
const unusual = invalid('This JPEG is of a kind that no browser shows.');

const startOfImage = Uint8Array.of(0xff, 0xd8);
const endOfImage = Uint8Array.of(0xff, 0xd9);

/**
 * Says that three components are luma and chroma, which a decoder otherwise guesses from their names. Written anew,
 * so that nothing of what came is in it: no density, no thumbnail.
 */
const plainJfif = Uint8Array.of(...[0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]);

/** Adobe's segment, of which decoders read one byte: how colours were transformed. Written anew around it. */
function plainAdobe(transform: number): Uint8Array {
  return Uint8Array.of(0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, transform);
}

interface Frame {
  readonly width: number;
  readonly height: number;
}

/** What one segment means for the picture. */
type Segment =
  | { readonly kind: 'keep'; readonly piece: Uint8Array }
  | { readonly kind: 'drop' }
  | { readonly kind: 'frame'; readonly piece: Uint8Array; readonly frame: Frame }
  | { readonly kind: 'turned'; readonly orientation: Orientation }
  | { readonly kind: 'broken' }
  | { readonly kind: 'unusual' };

/**
 * Reads a JPEG and leaves out all but tables, frame and scans; what stands behind its end goes too. Never throws.
 */
export function readJpeg(bytes: Uint8Array): ImageOutcome {
  const pieces: Uint8Array[] = [startOfImage];
  let frame: Frame | null = null;
  let orientation: Orientation = 1;
  let scans = 0;
  let at = startOfImage.length;
  for (;;) {
    if (bytes[at] !== 0xff) return broken;
    // Any number of these may stand before a marker.
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1];
    if (marker === undefined || marker === 0) return broken;
    if (marker === 0xd9) break;
    if (at + 4 > bytes.length) return broken;
    const next = at + 2 + uint16(bytes, at + 2);
    if (next < at + 4 || next > bytes.length) return broken;
    if (marker === 0xda) {
      if (frame === null || !isScanHeader(bytes.subarray(at + 4, next))) return broken;
      const end = endOfScan(bytes, next);
      pieces.push(bytes.subarray(at, end));
      scans += 1;
      at = end;
      continue;
    }
    const segment = readSegment(marker, bytes.subarray(at, next));
    switch (segment.kind) {
      case 'broken':
        return broken;
      case 'unusual':
        return unusual;
      case 'frame':
        if (frame !== null) return broken;
        frame = segment.frame;
        pieces.push(segment.piece);
        break;
      case 'keep':
        pieces.push(segment.piece);
        break;
      case 'turned':
        orientation = segment.orientation;
        break;
      case 'drop':
        break;
    }
    at = next;
  }
  if (frame === null || scans === 0) return broken;
  const refusal = whyNotThisSize(frame.width, frame.height);
  if (refusal !== null) return invalid(refusal);
  pieces.push(endOfImage);
  return { kind: 'image', type: 'image/jpeg', ...frame, orientation, content: joined(pieces) };
}

/** @param segment from its marker to its end; the length that it says is the length that it has */
function readSegment(marker: number, segment: Uint8Array): Segment {
  const body = segment.subarray(4);
  switch (marker) {
    case 0xdb:
      return holdsQuantisation(body) ? { kind: 'keep', piece: segment } : { kind: 'broken' };
    case 0xc4:
      return holdsCodes(body) ? { kind: 'keep', piece: segment } : { kind: 'broken' };
    case 0xdd:
      return body.length === 2 ? { kind: 'keep', piece: segment } : { kind: 'broken' };
    case 0xc0:
    case 0xc1:
    case 0xc2:
      return readFrame(segment, body);
    case 0xe0:
      return beginsWith(body, 'JFIF\0') ? { kind: 'keep', piece: plainJfif } : { kind: 'drop' };
    case 0xe1:
      return beginsWith(body, 'Exif\0\0')
        ? { kind: 'turned', orientation: orientationOf(body.subarray(6)) }
        : { kind: 'drop' };
    case 0xee:
      return readAdobe(body);
    default:
      return isOtherCoding(marker) ? { kind: 'unusual' } : { kind: 'drop' };
  }
}

/** Lossless, hierarchical and arithmetic codings, which stand between the frames and have no decoder in a browser. */
function isOtherCoding(marker: number): boolean {
  return (marker >= 0xc3 && marker <= 0xcf) || marker === 0xde || marker === 0xdf;
}

function readAdobe(body: Uint8Array): Segment {
  if (!beginsWith(body, 'Adobe') || body.length < 12) return { kind: 'drop' };
  const transform = body[11] ?? 0;
  return transform > 2 ? { kind: 'broken' } : { kind: 'keep', piece: plainAdobe(transform) };
}

function readFrame(segment: Uint8Array, body: Uint8Array): Segment {
  const components = body[5] ?? 0;
  if (body.length !== 6 + 3 * components) return { kind: 'broken' };
  if (body[0] !== 8 || ![1, 3, 4].includes(components)) return { kind: 'unusual' };
  return {
    kind: 'frame',
    piece: segment,
    frame: { width: uint16(body, 3), height: uint16(body, 1) },
  };
}

function isScanHeader(body: Uint8Array): boolean {
  const components = body[0] ?? 0;
  return components >= 1 && components <= 4 && body.length === 4 + 2 * components;
}

/** Tables fill their segment to its last byte: nothing can stand behind them. */
function holdsQuantisation(body: Uint8Array): boolean {
  let at = 0;
  while (at < body.length) {
    const precision = (body[at] ?? 0) >> 4;
    if (precision > 1 || ((body[at] ?? 0) & 15) > 3) return false;
    at += 1 + 64 * (precision + 1);
  }
  return at === body.length && at > 0;
}

function holdsCodes(body: Uint8Array): boolean {
  let at = 0;
  while (at < body.length) {
    const name = body[at] ?? 0;
    if (name >> 4 > 1 || (name & 15) > 3) return false;
    const codes = body.subarray(at + 1, at + 17).reduce((sum, count) => sum + count, 0);
    if (codes > 256) return false;
    at += 17 + codes;
  }
  return at === body.length && at > 0;
}

/** Where the first marker behind coded pixels stands: restarts and coded 0xff belong to them. */
function endOfScan(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next === 0 || (next >= 0xd0 && next <= 0xd7)) at += 2;
    else if (next === 0xff) at += 1;
    else return at;
  }
}

/** Whether a file begins as a JPEG does. */
export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff;
}
