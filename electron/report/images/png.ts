import { deflateSync, inflateSync } from 'node:zlib';
import { crc32, joined, uint16, uint32 } from '#domain/images/bytes.ts';

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

/** How many values a pixel has, by colour type. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Encoders may write a little more than the pixels need, and every reader leaves it out. */
const spareBytes = 65_536;

/** One walk over the picture: where it begins, and how far its pixels are apart. */
interface Pass {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

const wholePass: readonly Pass[] = [{ x: 0, y: 0, dx: 1, dy: 1 }];
const interlacedPasses: readonly Pass[] = [
  { x: 0, y: 0, dx: 8, dy: 8 },
  { x: 4, y: 0, dx: 8, dy: 8 },
  { x: 0, y: 4, dx: 4, dy: 8 },
  { x: 2, y: 0, dx: 4, dy: 4 },
  { x: 0, y: 2, dx: 2, dy: 4 },
  { x: 1, y: 0, dx: 2, dy: 2 },
  { x: 0, y: 1, dx: 1, dy: 2 },
];

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
  const wanted = passesOf(parts).reduce((sum, { rows, rowBytes }) => sum + rows * (1 + rowBytes), 0);
  const raw = inflateSync(parts.packed, { maxOutputLength: wanted + spareBytes });
  if (raw.length < wanted) throw new Error('the pixels end too early');
  return raw.subarray(0, wanted);
}

function passesOf({ width, height, depth, colour, interlaced }: PngParts) {
  const bits = (channelsOf[colour] ?? 1) * depth;
  return (interlaced ? interlacedPasses : wholePass).flatMap((pass) => {
    const columns = Math.ceil((width - pass.x) / pass.dx);
    const rows = Math.ceil((height - pass.y) / pass.dy);
    return columns > 0 && rows > 0
      ? [{ pass, columns, rows, rowBytes: Math.ceil((columns * bits) / 8) }]
      : [];
  });
}

/**
 * The picture as it looks on paper: eight bits each of red, green and blue, row by row. The paper is white, or dark under a
 * picture whose letters are light, as they were seen on a dark screen.
 *
 * @param raw as `unpack` gives it; its filters are undone in place
 * @throws Error if a row names no known filter
 */
export function onPaper(parts: PngParts, raw: Uint8Array): Uint8Array {
  const pixels = pixelsOf(parts, raw);
  const ground = isLight(pixels) ? DARK : WHITE;
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

const WHITE = [255, 255, 255] as const;
/** The ground of the window in its dark appearance. */
const DARK = [18, 22, 28] as const;
/** From this share of pixels on that show the ground, a picture is drawn upon it rather than with a corner left out. */
const MOSTLY_GROUND = 0.3;
/** Lighter than this on average, of 255, letters on white have a contrast of less than 3 to 1. */
const LIGHT = 148;

/** Whether what is drawn of a picture can hardly be seen on white. */
function isLight(pixels: Uint8Array): boolean {
  let drawn = 0;
  let light = 0;
  let ground = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = pixels[at + 3] ?? 255;
    if (alpha < 128) ground += 1;
    const shade =
      0.2126 * (pixels[at] ?? 0) + 0.7152 * (pixels[at + 1] ?? 0) + 0.0722 * (pixels[at + 2] ?? 0);
    drawn += alpha;
    light += alpha * shade;
  }
  return ground >= (pixels.length / 4) * MOSTLY_GROUND && drawn > 0 && light / drawn > LIGHT;
}

/** Red, green, blue and opacity of each pixel, row by row. */
function pixelsOf(parts: PngParts, raw: Uint8Array): Uint8Array {
  const { width, height, depth, colour } = parts;
  const out = new Uint8Array(width * height * 4);
  const step = Math.max(1, ((channelsOf[colour] ?? 1) * depth) >> 3);
  const paint = painterOf(parts);
  let at = 0;
  for (const { pass, columns, rows, rowBytes } of passesOf(parts)) {
    let above = new Uint8Array(rowBytes);
    for (let row = 0; row < rows; row += 1) {
      const line = raw.subarray(at + 1, at + 1 + rowBytes);
      takeFilterBack(raw[at] ?? 0, line, above, step);
      for (let column = 0; column < columns; column += 1) {
        const target = ((pass.y + row * pass.dy) * width + pass.x + column * pass.dx) * 4;
        paint(line, column, out, target);
      }
      above = line as Uint8Array<ArrayBuffer>;
      at += 1 + rowBytes;
    }
  }
  return out;
}

function takeFilterBack(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  if (filter > 4) throw new Error('a row names a filter that does not exist');
  if (filter === 0) return;
  for (let at = 0; at < line.length; at += 1) {
    const left = at < step ? 0 : (line[at - step] ?? 0);
    const up = above[at] ?? 0;
    const corner = at < step ? 0 : (above[at - step] ?? 0);
    line[at] = (line[at] ?? 0) + foretold(filter, left, up, corner);
  }
}

function foretold(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Writes one pixel of a row. */
type Painter = (line: Uint8Array, column: number, out: Uint8Array, target: number) => void;

function painterOf({ depth, colour, palette, transparency }: PngParts): Painter {
  const channels = channelsOf[colour] ?? 1;
  const max = 2 ** Math.min(depth, 8) - 1;
  /** A value as it is written; of sixteen bits all of them. */
  const value = (line: Uint8Array, index: number): number => {
    if (depth === 8) return line[index] ?? 0;
    if (depth === 16) return uint16(line, index * 2);
    const bit = index * depth;
    return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & max;
  };
  const shade = (given: number): number => (depth === 16 ? given >> 8 : Math.round((given * 255) / max));
  if (colour === 3) {
    return (line, column, out, target) => {
      const index = value(line, column);
      const [red = 0, green = 0, blue = 0] = palette?.subarray(index * 3, index * 3 + 3) ?? [];
      write(out, target, red, green, blue, transparency?.[index] ?? 255);
    };
  }
  const isGrey = channels < 3;
  const hasAlpha = channels === 2 || channels === 4;
  /** The one colour that a picture without its own transparency leaves out. */
  const [hiddenRed, hiddenGreen, hiddenBlue] = [0, 2, 4].map((at) =>
    transparency === null ? -1 : uint16(transparency, isGrey ? 0 : at),
  );
  return (line, column, out, target) => {
    const at = column * channels;
    const red = value(line, at);
    const green = isGrey ? red : value(line, at + 1);
    const blue = isGrey ? red : value(line, at + 2);
    const isHidden = red === hiddenRed && green === hiddenGreen && blue === hiddenBlue;
    const alpha = hasAlpha ? shade(value(line, at + channels - 1)) : isHidden ? 0 : 255;
    write(out, target, shade(red), shade(green), shade(blue), alpha);
  };
}

function write(
  out: Uint8Array,
  target: number,
  red: number,
  green: number,
  blue: number,
  alpha: number,
): void {
  out[target] = red;
  out[target + 1] = green;
  out[target + 2] = blue;
  out[target + 3] = alpha;
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
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
  return joined([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', new Uint8Array()),
  ]);
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
