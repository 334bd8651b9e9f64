import { maxDecodedPixels, type DecodedImage } from './decoded.ts';

const longestCode = 12;

/** The first frame of a GIF on its canvas; null if it is damaged or too large. Never throws. */
export function decodeGif(bytes: Uint8Array): DecodedImage | null {
  const short = (at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  const [width, height] = [short(6), short(8)];
  if (width === 0 || height === 0 || width * height > maxDecodedPixels) return null;
  const flags = bytes[10] ?? 0;
  let palette: Uint8Array | null = null;
  let at = 13;
  if ((flags & 0x80) !== 0) [palette, at] = paletteAt(bytes, at, flags);
  let transparent = -1;
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === 0x21) {
      // The control of the frame that follows names its transparent colour.
      if (bytes[at + 1] === 0xf9 && bytes[at + 2] === 4)
        transparent = ((bytes[at + 3] ?? 0) & 1) === 1 ? (bytes[at + 6] ?? -1) : -1;
      at = behindBlocks(bytes, at + 2);
      continue;
    }
    if (kind !== 0x2c || at + 10 > bytes.length) return null;
    const frame = { x: short(at + 1), y: short(at + 3), width: short(at + 5), height: short(at + 7) };
    const frameFlags = bytes[at + 9] ?? 0;
    at += 10;
    if ((frameFlags & 0x80) !== 0) [palette, at] = paletteAt(bytes, at, frameFlags);
    if (palette === null || frame.width * frame.height > maxDecodedPixels) return null;
    const data = blocksAt(bytes, at + 1);
    const indices = unpacked(data, bytes[at] ?? 0, frame.width * frame.height);
    if (indices === null) return null;
    const rgba = new Uint8Array(width * height * 4);
    const rows = (frameFlags & 0x40) === 0 ? null : interlacedRows(frame.height);
    for (let line = 0; line < frame.height; line += 1) {
      const y = frame.y + (rows === null ? line : (rows[line] ?? 0));
      if (y >= height) continue;
      for (let column = 0; column < frame.width && frame.x + column < width; column += 1) {
        const index = indices[line * frame.width + column] ?? 0;
        if (index === transparent) continue;
        const to = (y * width + frame.x + column) * 4;
        for (let part = 0; part < 3; part += 1) rgba[to + part] = palette[index * 3 + part] ?? 0;
        rgba[to + 3] = 255;
      }
    }
    return { width, height, rgba };
  }
  return null;
}

function paletteAt(bytes: Uint8Array, at: number, flags: number): [Uint8Array, number] {
  const end = at + 3 * (2 << (flags & 7));
  return [bytes.subarray(at, end), end];
}

function behindBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0);
  return at + 1;
}

function blocksAt(bytes: Uint8Array, from: number): Uint8Array {
  const data = new Uint8Array(bytes.length);
  let [at, length] = [from, 0];
  while (at < bytes.length && bytes[at] !== 0) {
    const block = bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0));
    data.set(block, length);
    length += block.length;
    at += 1 + (bytes[at] ?? 0);
  }
  return data.subarray(0, length);
}

/** In which row each line of an interlaced frame stands. */
function interlacedRows(height: number): number[] {
  const passes = [
    [0, 8],
    [4, 8],
    [2, 4],
    [1, 2],
  ] as const;
  return passes.flatMap(([first, step]) => {
    const rows: number[] = [];
    for (let row = first; row < height; row += step) rows.push(row);
    return rows;
  });
}

/** Unpacks the colours of a frame (LZW); null if they are too few or make no sense. */
function unpacked(data: Uint8Array, leastSize: number, count: number): Uint8Array | null {
  if (leastSize < 1 || leastSize > 8) return null;
  const clear = 1 << leastSize;
  const out = new Uint8Array(count);
  const prefix = new Uint16Array(1 << longestCode);
  const suffix = new Uint8Array(1 << longestCode);
  const stack = new Uint8Array((1 << longestCode) + 1);
  let [size, next, previous, first] = [leastSize + 1, clear + 2, -1, 0];
  let [held, bits, at, filled] = [0, 0, 0, 0];
  for (let code = 0; code < clear; code += 1) suffix[code] = code;
  while (filled < count) {
    while (bits < size) {
      if (at >= data.length) return null;
      held |= (data[at] ?? 0) << bits;
      [bits, at] = [bits + 8, at + 1];
    }
    const code = held & ((1 << size) - 1);
    held >>>= size;
    bits -= size;
    if (code === clear) {
      [size, next, previous] = [leastSize + 1, clear + 2, -1];
      continue;
    }
    if (code === clear + 1) return null;
    if (code > next || (code === next && previous < 0)) return null;
    let depth = 0;
    let walk = code;
    if (code === next) {
      stack[depth] = first;
      depth += 1;
      walk = previous;
    }
    while (walk > clear) {
      stack[depth] = suffix[walk] ?? 0;
      depth += 1;
      walk = prefix[walk] ?? 0;
    }
    first = suffix[walk] ?? 0;
    stack[depth] = first;
    for (; depth >= 0 && filled < count; depth -= 1, filled += 1) out[filled] = stack[depth] ?? 0;
    if (previous >= 0 && next < 1 << longestCode) {
      prefix[next] = previous;
      suffix[next] = first;
      next += 1;
      if (next === 1 << size && size < longestCode) size += 1;
    }
    previous = code;
  }
  return out;
}
