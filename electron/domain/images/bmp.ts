import { maxDecodedPixels, type DecodedImage } from './decoded.ts';

/** Where the parts of a colour lie in a pixel of 16 or 32 bits. */
type Masks = readonly [red: number, green: number, blue: number, opacity: number];

const masks16: Masks = [0x7c00, 0x03e0, 0x001f, 0];
const masks32: Masks = [0xff0000, 0x00ff00, 0x0000ff, 0];

/** The pixels of a Windows bitmap; null if it is damaged, too large, or of a kind that is rarely met. Never throws. */
export function decodeBmp(bytes: Uint8Array): DecodedImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 30) return null;
  const header = view.getUint32(14, true);
  const isCore = header === 12;
  if (!isCore && bytes.length < 54) return null;
  const width = isCore ? view.getUint16(18, true) : view.getInt32(18, true);
  const tall = isCore ? view.getUint16(20, true) : view.getInt32(22, true);
  const height = Math.abs(tall);
  const depth = view.getUint16(isCore ? 24 : 28, true);
  const packing = isCore ? 0 : view.getUint32(30, true);
  if (width < 1 || height < 1 || width * height > maxDecodedPixels) return null;
  if (![1, 4, 8, 16, 24, 32].includes(depth)) return null;
  const hasMasks = packing === 3 || packing === 6;
  const behind = 14 + header + (hasMasks && header === 40 ? (packing === 6 ? 16 : 12) : 0);
  const masks = hasMasks ? masksOf(view, packing === 6 || header >= 56) : depth === 16 ? masks16 : masks32;
  if (masks === null) return null;
  const palette = depth > 8 ? null : paletteOf(bytes, behind, isCore ? 3 : 4, view, depth, isCore);
  const start = view.getUint32(10, true);
  const rgba = new Uint8Array(width * height * 4);
  const isPacked = packing === 1 || packing === 2;
  if (!isPacked && packing !== 0 && !hasMasks) return null;
  const indices = isPacked ? unpackedRuns(bytes.subarray(start), width, height, packing === 2 ? 4 : 8) : null;
  const stride = Math.ceil((width * depth) / 32) * 4;
  if (indices === null && start + stride * (height - 1) + Math.ceil((width * depth) / 8) > bytes.length)
    return null;
  for (let row = 0; row < height; row += 1) {
    const line = start + row * stride;
    const y = tall > 0 ? height - 1 - row : row;
    for (let x = 0; x < width; x += 1) {
      const to = (y * width + x) * 4;
      if (palette !== null) {
        const index = indices?.[row * width + x] ?? indexAt(bytes, line, x, depth);
        for (let part = 0; part < 3; part += 1) rgba[to + part] = palette[index * 3 + part] ?? 0;
        rgba[to + 3] = 255;
      } else if (depth === 24) {
        for (let part = 0; part < 3; part += 1) rgba[to + part] = bytes[line + x * 3 + 2 - part] ?? 0;
        rgba[to + 3] = 255;
      } else {
        const pixel = depth === 16 ? view.getUint16(line + x * 2, true) : view.getUint32(line + x * 4, true);
        for (let part = 0; part < 3; part += 1) rgba[to + part] = partOf(pixel, masks[part] ?? 0);
        rgba[to + 3] = masks[3] === 0 ? 255 : partOf(pixel, masks[3]);
      }
    }
  }
  return { width, height, rgba };
}

function masksOf(view: DataView, withOpacity: boolean): Masks | null {
  if (view.byteLength < 70) return null;
  const at = (index: number): number => view.getUint32(54 + index * 4, true);
  return [at(0), at(1), at(2), withOpacity ? at(3) : 0];
}

/** One part of a colour, stretched to eight bits. */
function partOf(pixel: number, mask: number): number {
  if (mask === 0) return 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  return Math.round((((pixel & mask) >>> shift) * 255) / max);
}

/** Three bytes a colour, as they are shown. */
function paletteOf(
  bytes: Uint8Array,
  at: number,
  size: number,
  view: DataView,
  depth: number,
  isCore: boolean,
): Uint8Array {
  const named = isCore ? 0 : view.getUint32(46, true);
  const count = named === 0 || named > 1 << depth ? 1 << depth : named;
  const palette = new Uint8Array(3 * 256);
  for (let index = 0; index < count; index += 1) {
    for (let part = 0; part < 3; part += 1)
      palette[index * 3 + part] = bytes[at + index * size + 2 - part] ?? 0;
  }
  return palette;
}

function indexAt(bytes: Uint8Array, line: number, x: number, depth: number): number {
  const perByte = 8 / depth;
  const byte = bytes[line + Math.floor(x / perByte)] ?? 0;
  return (byte >> (8 - depth * ((x % perByte) + 1))) & ((1 << depth) - 1);
}

/** The colours of runs (RLE), row by row as they are stored; what they leave out is the first colour. */
function unpackedRuns(data: Uint8Array, width: number, height: number, depth: 4 | 8): Uint8Array {
  const out = new Uint8Array(width * height);
  let [x, y, at] = [0, 0, 0];
  const put = (index: number): void => {
    if (x < width && y < height) out[y * width + x] = index;
    x += 1;
  };
  const pair = (byte: number, isSecond: boolean): number => (isSecond ? byte & 15 : byte >> 4);
  while (at + 1 < data.length && y < height) {
    const [count = 0, value = 0] = [data[at], data[at + 1]];
    at += 2;
    if (count > 0) {
      for (let n = 0; n < count; n += 1) put(depth === 8 ? value : pair(value, n % 2 === 1));
    } else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) break;
    else if (value === 2) {
      [x, y] = [x + (data[at] ?? 0), y + (data[at + 1] ?? 0)];
      at += 2;
    } else {
      for (let n = 0; n < value; n += 1) {
        put(depth === 8 ? (data[at + n] ?? 0) : pair(data[at + (n >> 1)] ?? 0, n % 2 === 1));
      }
      const used = depth === 8 ? value : Math.ceil(value / 2);
      at += used + (used % 2);
    }
  }
  return out;
}
