import { uint16 } from '#domain/images/bytes.ts';
import type { PngParts } from './png.ts';

/** How many values a pixel has, by colour type. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

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

/** A walk with what of the picture it crosses. */
interface SizedPass {
  readonly pass: Pass;
  readonly columns: number;
  readonly rows: number;
  readonly rowBytes: number;
}

function passesOf({ width, height, depth, colour, interlaced }: PngParts): SizedPass[] {
  const bits = (channelsOf[colour] ?? 1) * depth;
  return (interlaced ? interlacedPasses : wholePass).flatMap((pass) => {
    const columns = Math.ceil((width - pass.x) / pass.dx);
    const rows = Math.ceil((height - pass.y) / pass.dy);
    return columns > 0 && rows > 0
      ? [{ pass, columns, rows, rowBytes: Math.ceil((columns * bits) / 8) }]
      : [];
  });
}

/** How many bytes the scan lines of a picture have, unpacked. */
export function bytesOfLines(parts: PngParts): number {
  return passesOf(parts).reduce((sum, { rows, rowBytes }) => sum + rows * (1 + rowBytes), 0);
}

/** A line of pixels and its place in the picture. Both arrays are the reader's own: they hold until the next line. */
interface PixelLine {
  /** Red, green, blue and opacity of each pixel. */
  readonly rgba: Uint8Array;
  readonly columns: number;
  /** Where its first pixel stands, and how far the next ones are apart. */
  readonly x: number;
  readonly y: number;
  readonly dx: number;
}

/** Reads the scan lines of a picture piece by piece, as they are unpacked. */
export class ScanLines {
  readonly #passes: readonly SizedPass[];
  readonly #step: number;
  readonly #paint: LinePainter;
  #pass = 0;
  #row = 0;
  #filter = -1;
  #filled = 0;
  #line: Uint8Array;
  #above: Uint8Array;

  constructor(parts: PngParts) {
    this.#passes = passesOf(parts);
    this.#step = Math.max(1, ((channelsOf[parts.colour] ?? 1) * parts.depth) >> 3);
    this.#paint = painterOf(parts);
    const longest = Math.ceil(Math.max(...this.#passes.map(({ rowBytes }) => rowBytes)) / 4) * 4;
    this.#line = new Uint8Array(longest);
    this.#above = new Uint8Array(longest);
  }

  /** The lines that are whole with this piece; what follows the last line is left out. @throws Error for an unknown filter */
  *read(piece: Uint8Array): Generator<PixelLine, void> {
    let at = 0;
    while (at < piece.length) {
      const sized = this.#passes[this.#pass];
      if (sized === undefined) return;
      if (this.#filter < 0) this.#filter = piece[at++] ?? 0;
      const { pass, columns, rows, rowBytes } = sized;
      const end = Math.min(piece.length, at + rowBytes - this.#filled);
      this.#line.set(piece.subarray(at, end), this.#filled);
      this.#filled += end - at;
      at = end;
      if (this.#filled < rowBytes) return;
      const line = this.#line.subarray(0, rowBytes);
      if (this.#filter === 2) addAbove(this.#line, this.#above);
      else takeFilterBack(this.#filter, line, this.#above, this.#step);
      yield {
        rgba: this.#paint(line, columns),
        columns,
        x: pass.x,
        y: pass.y + this.#row * pass.dy,
        dx: pass.dx,
      };
      [this.#line, this.#above] = [this.#above, this.#line];
      this.#filter = -1;
      this.#filled = 0;
      this.#row += 1;
      if (this.#row < rows) continue;
      this.#pass += 1;
      this.#row = 0;
      this.#above.fill(0);
    }
  }
}

/** Adds the line above, four bytes at a time: most lines of a screenshot are packed so. */
function addAbove(line: Uint8Array, above: Uint8Array): void {
  const words = new Uint32Array(line.buffer);
  const others = new Uint32Array(above.buffer);
  for (let at = 0; at < words.length; at += 1) {
    const one = words[at] ?? 0;
    const other = others[at] ?? 0;
    // The highest bit of each byte apart, so that no byte carries into the next.
    words[at] = ((one & 0x7f7f7f7f) + (other & 0x7f7f7f7f)) ^ ((one ^ other) & 0x80808080);
  }
}

/** Undoes any other filter of a line in place. A loop for each: a picture has hundreds of millions of bytes. */
function takeFilterBack(filter: number, line: Uint8Array, above: Uint8Array, step: number): void {
  const { length } = line;
  switch (filter) {
    case 0:
      return;
    case 1:
      for (let at = step; at < length; at += 1) line[at] = (line[at] ?? 0) + (line[at - step] ?? 0);
      return;
    case 3:
      for (let at = 0; at < length; at += 1) {
        const left = at < step ? 0 : (line[at - step] ?? 0);
        line[at] = (line[at] ?? 0) + ((left + (above[at] ?? 0)) >> 1);
      }
      return;
    case 4:
      for (let at = 0; at < length; at += 1) {
        const left = at < step ? 0 : (line[at - step] ?? 0);
        const corner = at < step ? 0 : (above[at - step] ?? 0);
        line[at] = (line[at] ?? 0) + nearest(left, above[at] ?? 0, corner);
      }
      return;
    default:
      throw new Error('a row names a filter that does not exist');
  }
}

function nearest(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** Red, green, blue and opacity of the pixels of a line; the array is the painter's own, or the line itself. */
type LinePainter = (line: Uint8Array, columns: number) => Uint8Array;

function painterOf(parts: PngParts): LinePainter {
  const { width, depth, colour } = parts;
  if (colour === 6 && depth === 8) return (line) => line;
  const out = new Uint8Array(width * 4);
  return colour === 3 || (colour === 0 && depth <= 8) ? fromTable(parts, out) : fromValues(parts, out);
}

/** Pixels of one value that stands for a colour. */
function fromTable({ depth, colour, palette, transparency }: PngParts, out: Uint8Array): LinePainter {
  const max = 2 ** depth - 1;
  const hidden = transparency === null || colour === 3 ? -1 : uint16(transparency, 0);
  const table = new Uint8Array((max + 1) * 4);
  for (let value = 0; value <= max; value += 1) {
    const shade = Math.round((value * 255) / max);
    const [red = 0, green = 0, blue = 0] =
      colour === 3 ? (palette?.subarray(value * 3, value * 3 + 3) ?? []) : [shade, shade, shade];
    const alpha = colour === 3 ? (transparency?.[value] ?? 255) : value === hidden ? 0 : 255;
    table.set([red, green, blue, alpha], value * 4);
  }
  return (line, columns) => {
    for (let column = 0; column < columns; column += 1) {
      const bit = column * depth;
      const from = (((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & max) * 4;
      const to = column * 4;
      out[to] = table[from] ?? 0;
      out[to + 1] = table[from + 1] ?? 0;
      out[to + 2] = table[from + 2] ?? 0;
      out[to + 3] = table[from + 3] ?? 0;
    }
    return out;
  };
}

/** Pixels of several values, or of sixteen bits. */
function fromValues({ depth, colour, transparency }: PngParts, out: Uint8Array): LinePainter {
  const channels = channelsOf[colour] ?? 1;
  const isGrey = channels < 3;
  const hasAlpha = channels === 2 || channels === 4;
  const bytes = depth >> 3;
  /** The one colour that a picture without its own transparency leaves out, with all of its bits. */
  const [hiddenRed, hiddenGreen, hiddenBlue] = [0, 2, 4].map((at) =>
    transparency === null ? -1 : uint16(transparency, isGrey ? 0 : at),
  );
  const whole = (line: Uint8Array, at: number): number => (bytes === 1 ? (line[at] ?? 0) : uint16(line, at));
  return (line, columns) => {
    for (let column = 0; column < columns; column += 1) {
      const red = column * channels * bytes;
      const green = isGrey ? red : red + bytes;
      const blue = isGrey ? red : green + bytes;
      const to = column * 4;
      out[to] = line[red] ?? 0;
      out[to + 1] = line[green] ?? 0;
      out[to + 2] = line[blue] ?? 0;
      const isHidden =
        transparency !== null &&
        whole(line, red) === hiddenRed &&
        whole(line, green) === hiddenGreen &&
        whole(line, blue) === hiddenBlue;
      out[to + 3] = hasAlpha ? (line[blue + bytes] ?? 0) : isHidden ? 0 : 255;
    }
    return out;
  };
}
