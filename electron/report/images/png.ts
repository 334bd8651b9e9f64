import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { joined, uint32 } from '#domain/images/bytes.ts';
import { GroundChoice } from './ground.ts';
import { bytesOfLines, ScanLines } from './scan-lines.ts';

/** A PNG taken apart: what its header says, its palette and transparency, its packed pixels. */
export interface PngParts {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colour: number;
  readonly interlaced: boolean;
  readonly palette: Uint8Array | null;
  readonly transparency: Uint8Array | null;
  readonly packed: Uint8Array;
}

/** Encoders may write a little more than the pixels need, and every reader leaves it out. */
export const spareBytes = 65_536;

/** Takes a PNG apart that `readImage` has found sound. */
export function pngParts(png: Uint8Array): PngParts {
  const packed: Uint8Array[] = [];
  let palette: Uint8Array | null = null;
  let transparency: Uint8Array | null = null;
  for (let at = 8; at + 12 <= png.length; at += 12 + uint32(png, at)) {
    const data = png.subarray(at + 8, at + 8 + uint32(png, at));
    const name = String.fromCharCode(...png.subarray(at + 4, at + 8));
    if (name === 'IDAT') packed.push(data);
    else if (name === 'PLTE') palette = data;
    else if (name === 'tRNS') transparency = data;
  }
  return {
    width: uint32(png, 16),
    height: uint32(png, 20),
    depth: png[24] ?? 8,
    colour: png[25] ?? 0,
    interlaced: png[28] === 1,
    palette,
    transparency,
    packed: joined(packed),
  };
}

/**
 * The scan lines of a picture, unpacked, in exactly the bytes that its header asks for. Unpacking is bounded by that:
 * a few bytes can be packed so that they would fill the memory.
 *
 * @throws Error if the pixels do not unpack, or are too few
 */
export function unpack(parts: PngParts): Uint8Array {
  const wanted = bytesOfLines(parts);
  const raw = inflateSync(parts.packed, { maxOutputLength: wanted + spareBytes });
  if (raw.length < wanted) throw new Error('the pixels end too early');
  return raw.subarray(0, wanted);
}

/**
 * The picture as it looks on paper: eight bits each of red, green and blue, row by row. The paper is white, or dark under a
 * picture whose letters are light, as they were seen on a dark screen.
 *
 * @param raw as `unpack` gives it
 * @throws Error if a row names no known filter
 */
export function onPaper(parts: PngParts, raw: Uint8Array): Uint8Array {
  const pixels = pixelsOf(parts, raw);
  const choice = new GroundChoice();
  choice.add(pixels);
  const ground = choice.chosen();
  const out = new Uint8Array((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    const alpha = pixels[from + 3] ?? 255;
    for (let channel = 0; channel < 3; channel += 1) {
      const under = (ground[channel] ?? 0) * (255 - alpha);
      out[to + channel] = Math.round(((pixels[from + channel] ?? 0) * alpha + under) / 255);
    }
  }
  return out;
}

/** Red, green, blue and opacity of each pixel, row by row. */
function pixelsOf(parts: PngParts, raw: Uint8Array): Uint8Array {
  const { width, height } = parts;
  const out = new Uint8Array(width * height * 4);
  for (const { rgba, columns, x, y, dx } of new ScanLines(parts).read(raw)) {
    const at = (y * width + x) * 4;
    if (dx === 1) {
      out.set(rgba.subarray(0, columns * 4), at);
      continue;
    }
    for (let column = 0; column < columns; column += 1) {
      for (let part = 0; part < 4; part += 1) {
        out[at + column * dx * 4 + part] = rgba[column * 4 + part] ?? 0;
      }
    }
  }
  return out;
}

/** A PNG of eight bits each of red, green and blue. */
export function rgbPng(width: number, height: number, rgb: Uint8Array): Uint8Array {
  const rowBytes = width * 3;
  const raw = new Uint8Array(height * (1 + rowBytes));
  for (let row = 0; row < height; row += 1) {
    const at = row * (1 + rowBytes);
    // Rows as what differs from the row above: screenshots are mostly rows that repeat.
    raw[at] = 2;
    for (let index = 0; index < rowBytes; index += 1) {
      const here = row * rowBytes + index;
      raw[at + 1 + index] = (rgb[here] ?? 0) - (row === 0 ? 0 : (rgb[here - rowBytes] ?? 0));
    }
  }
  return rgbPngOf(width, height, deflateSync(raw));
}

/** The same of rows that are packed already, each of them behind the number of its filter. */
export function rgbPngOf(width: number, height: number, packed: Uint8Array): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return joined([signature, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', new Uint8Array())]);
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const whole = new Uint8Array(12 + data.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, data.length);
  whole.set(Buffer.from(name, 'latin1'), 4);
  whole.set(data, 8);
  view.setUint32(8 + data.length, crc32(whole.subarray(4, 8 + data.length)));
  return whole;
}
