import { createDeflate, createInflate, type Deflate } from 'node:zlib';
import { joined } from '#domain/images/bytes.ts';
import { GroundChoice, usualGround, type Ground } from './ground.ts';
import { isOpaque, MAX_ADDED, RED_AND_BLUE, wordsOf } from './pixel-words.ts';
import { rgbPngOf, spareBytes, type PngParts } from './png.ts';
import { bytesOfLines, ScanLines } from './scan-lines.ts';

/**
 * Points of a pixel of a column of text (475 points) at 600 dots an inch. No figure is wider than its column, and paper
 * shows no more.
 */
const FINEST_WIDTH = 3_958;
/** So many bytes are unpacked, and packed, in one go. */
const PIECE = 1_048_576;

/** @throws Error if the pixels do not unpack, are too few, or unpack without end */
export async function checkPixels(parts: PngParts): Promise<void> {
  for await (const piece of piecesOf(parts)) void piece;
}

/**
 * Writes a picture anew as a PNG of eight bits each of red, green and blue, as it looks on paper, line by line: neither it
 * nor what comes out of it is ever in memory unpacked. One that is twice as fine as paper shows, or finer, loses what is
 * too fine: each pixel is then the mean of those that it replaces.
 *
 * @throws Error if its pixels cannot be unpacked
 */
export async function rewritten(parts: PngParts): Promise<Uint8Array> {
  const choice = new GroundChoice();
  const onUsual = await writtenOn(usualGround, parts, choice);
  const ground = choice.chosen();
  return ground === usualGround ? onUsual : writtenOn(ground, parts, new GroundChoice());
}

async function writtenOn(ground: Ground, parts: PngParts, choice: GroundChoice): Promise<Uint8Array> {
  const lines = new ScanLines(parts);
  const rows = new PaperRows(parts, ground);
  const packer = createDeflate({ chunkSize: PIECE });
  const packed = packedBy(packer);
  let before = Promise.resolve();
  for await (const piece of piecesOf(parts)) {
    for (const { rgba, columns } of lines.read(piece)) {
      const pixels = rgba.length === columns * 4 ? rgba : rgba.subarray(0, columns * 4);
      choice.add(pixels);
      rows.add(pixels);
    }
    // Packed beside this thread, which goes on with the next lines meanwhile.
    await before;
    before = taken(packer, rows.take());
  }
  packer.end(rows.take());
  return rgbPngOf(rows.width, rows.height, await packed);
}

/** The scan lines of a picture, unpacked piece by piece within the bounds of its header. */
async function* piecesOf(parts: PngParts): AsyncGenerator<Uint8Array, void> {
  const wanted = bytesOfLines(parts);
  let seen = 0;
  const inflate = createInflate({ chunkSize: PIECE });
  inflate.end(parts.packed);
  for await (const piece of inflate as AsyncIterable<Buffer>) {
    seen += piece.length;
    if (seen > wanted + spareBytes) throw new Error('the pixels have no end');
    yield piece;
  }
  if (seen < wanted) throw new Error('the pixels end too early');
}

function taken(packer: Deflate, rows: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    packer.write(rows, (error) => (error == null ? resolve() : reject(error)));
  });
}

async function packedBy(packer: Deflate): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of packer as AsyncIterable<Buffer>) pieces.push(piece);
  return joined(pieces);
}

/** Rows of a picture on paper, packed as what differs from the row above. */
class PaperRows {
  readonly width: number;
  readonly height: number;
  readonly #fineWidth: number;
  readonly #fineHeight: number;
  readonly #box: number;
  readonly #ground: Ground;
  readonly #sums: Uint32Array;
  #row: Uint8Array;
  #above: Uint8Array;
  #line = 0;
  #done: Uint8Array[] = [];

  constructor({ width, height }: PngParts, ground: Ground) {
    this.#fineWidth = width;
    this.#fineHeight = height;
    this.#box = Math.max(1, Math.floor(width / FINEST_WIDTH));
    this.#ground = ground;
    this.width = Math.ceil(width / this.#box);
    this.height = Math.ceil(height / this.#box);
    this.#sums = new Uint32Array(this.width * 3);
    this.#row = new Uint8Array(this.width * 3);
    this.#above = new Uint8Array(this.width * 3);
  }

  /** Adds a line of the picture: red, green, blue and opacity of each pixel. */
  add(rgba: Uint8Array): void {
    const box = this.#box;
    this.#sumUp(rgba);
    this.#line += 1;
    const isLast = this.#line === this.#fineHeight;
    if (this.#line % box !== 0 && !isLast) return;
    const lines = this.#line % box === 0 ? box : this.#line % box;
    const full = this.#fineWidth % box === 0 ? this.width : this.width - 1;
    this.#average(0, full, box * lines);
    this.#average(full, this.width, (this.#fineWidth % box) * lines);
    this.#finishRow();
  }

  /** What is written since the last call. */
  take(): Uint8Array {
    const done = joined(this.#done);
    this.#done = [];
    return done;
  }

  /** Each colour as it is on the ground, times 255, added over the pixels of a box. */
  #sumUp(rgba: Uint8Array): void {
    const words = wordsOf(rgba);
    if (this.#box <= MAX_ADDED && isOpaque(words, 0, words.length)) this.#sumUpOpaque(words);
    else this.#sumUpAny(rgba);
  }

  #sumUpOpaque(words: Int32Array): void {
    const sums = this.#sums;
    const box = this.#box;
    for (let from = 0, to = 0; from < words.length; from += box, to += 3) {
      const end = Math.min(words.length, from + box);
      let redAndBlue = 0;
      let green = 0;
      for (let at = from; at < end; at += 1) {
        const word = words[at] ?? 0;
        redAndBlue = (redAndBlue + (word & RED_AND_BLUE)) | 0;
        green = (green + ((word >>> 8) & 255)) | 0;
      }
      sums[to] = (sums[to] ?? 0) + 255 * (redAndBlue & 0xffff);
      sums[to + 1] = (sums[to + 1] ?? 0) + 255 * green;
      sums[to + 2] = (sums[to + 2] ?? 0) + 255 * (redAndBlue >>> 16);
    }
  }

  #sumUpAny(rgba: Uint8Array): void {
    const sums = this.#sums;
    const [groundRed, groundGreen, groundBlue] = this.#ground;
    const step = this.#box * 4;
    for (let from = 0, to = 0; from < rgba.length; from += step, to += 3) {
      const end = Math.min(rgba.length, from + step);
      let red = sums[to] ?? 0;
      let green = sums[to + 1] ?? 0;
      let blue = sums[to + 2] ?? 0;
      for (let at = from; at < end; at += 4) {
        const alpha = rgba[at + 3] ?? 0;
        const under = 255 - alpha;
        red += (rgba[at] ?? 0) * alpha + groundRed * under;
        green += (rgba[at + 1] ?? 0) * alpha + groundGreen * under;
        blue += (rgba[at + 2] ?? 0) * alpha + groundBlue * under;
      }
      sums[to] = red;
      sums[to + 1] = green;
      sums[to + 2] = blue;
    }
  }

  #average(from: number, to: number, pixels: number): void {
    const share = 255 * pixels;
    const half = share / 2;
    for (let at = from * 3; at < to * 3; at += 1) {
      this.#row[at] = Math.floor(((this.#sums[at] ?? 0) + half) / share);
    }
  }

  #finishRow(): void {
    const row = this.#row;
    const above = this.#above;
    const out = new Uint8Array(1 + row.length);
    out[0] = 2;
    for (let at = 0; at < row.length; at += 1) out[at + 1] = (row[at] ?? 0) - (above[at] ?? 0);
    this.#done.push(out);
    this.#sums.fill(0);
    this.#row = above;
    this.#above = row;
  }
}
