import { decodeBmp } from './bmp.ts';
import { crc32, joined } from './bytes.ts';
import type { DecodedImage } from './decoded.ts';
import { foreignKind, undecodedAdvice } from './foreign-kind.ts';
import { decodeGif } from './gif.ts';
import { invalid, whyNotThisSize, type ImageOutcome } from './image.ts';
import { readImage } from './index.ts';
import { pngSignature } from './png.ts';
import { decodeWebp } from './webp.ts';

/** Packs bytes as the pixels of a PNG are packed (zlib). */
type Pack = (bytes: Uint8Array) => Uint8Array;

/**
 * Reads an image as `readImage` does, and makes a PNG of a GIF or WebP (their first frame) or a BMP. AVIF needs the
 * decoder of a browser: it is refused with what to do. Never rejects.
 */
export async function readOrConvert(bytes: Uint8Array, pack: Pack): Promise<ImageOutcome> {
  const kind = foreignKind(bytes);
  if (kind !== 'GIF' && kind !== 'BMP' && kind !== 'WebP') return readImage(bytes);
  const decoded = await decoders[kind](bytes);
  if (decoded === null) return invalid(undecodedAdvice(kind));
  const { width, height } = decoded;
  const refusal = whyNotThisSize(width, height);
  if (refusal !== null) return invalid(refusal);
  return { kind: 'image', type: 'image/png', width, height, orientation: 1, content: pngOf(decoded, pack) };
}

const decoders = { GIF: decodeGif, BMP: decodeBmp, WebP: decodeWebp };

function pngOf({ width, height, rgba }: DecodedImage, pack: Pack): Uint8Array<ArrayBuffer> {
  const isOpaque = rgba.every((value, at) => at % 4 !== 3 || value === 255);
  const channels = isOpaque ? 3 : 4;
  // Each row begins with its filter: none.
  const rows = new Uint8Array(height * (1 + width * channels));
  let to = 0;
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (pixel % width === 0) to += 1;
    for (let part = 0; part < channels; part += 1) rows[to + part] = rgba[pixel * 4 + part] ?? 0;
    to += channels;
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, isOpaque ? 2 : 6], 8);
  const signature = Uint8Array.from(pngSignature, (sign) => sign.charCodeAt(0));
  return joined([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', pack(rows)),
    chunk('IEND', new Uint8Array()),
  ]);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(12 + data.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  for (let at = 0; at < 4; at += 1) whole[4 + at] = name.charCodeAt(at);
  whole.set(data, 8);
  view.setUint32(8 + data.length, crc32(whole.subarray(4, 8 + data.length)));
  return whole;
}
