import type { Rgb } from '#domain/annotations/drawing.ts';
import type { FaceName } from '../fonts/faces.ts';
import type { FontLibrary } from '../fonts/library.ts';
import { fillText, leftToRightPieces, type RasterText } from './fill-text.ts';
import { fillRings, ringsOfPath, type Raster } from './raster.ts';

/** A letter in black on white. Its baseline begins at `left`, `base` from the upper left corner. */
interface LetterPicture {
  readonly raster: Raster;
  readonly left: number;
  readonly base: number;
}

/** A letter begins at so many places of a pixel at most. */
const phases = 4;

/** Letters as they were drawn before: charts write the same few hundred over and over. */
export class ChartLetters {
  readonly #fonts: FontLibrary;
  readonly #drawn = new Map<string, LetterPicture>();

  constructor(fonts: FontLibrary) {
    this.#fonts = fonts;
  }

  get fonts(): FontLibrary {
    return this.#fonts;
  }

  /** Draws a text into pixels, its baseline on a whole one. */
  fill(raster: Raster, text: RasterText, bold: boolean): void {
    const pieces = leftToRightPieces(text.text, { bold }, this.#fonts);
    if (pieces === null) {
      fillText(raster, text, { bold }, this.#fonts);
      return;
    }
    let pen = text.x;
    const y = Math.round(text.y);
    for (const { text: piece, face } of pieces) {
      for (const letter of piece) {
        const at = Math.round(pen * phases) / phases;
        const whole = Math.floor(at);
        this.#blend(raster, this.#letter(letter, face, text.size, at - whole), whole, y, text.colour);
        pen += this.#fonts.width(letter, face, text.size);
      }
    }
  }

  #letter(letter: string, face: FaceName, size: number, phase: number): LetterPicture {
    const key = `${face} ${String(size)} ${String(phase)} ${letter}`;
    const known = this.#drawn.get(key);
    if (known !== undefined) return known;
    const left = Math.ceil(size / 2);
    const base = Math.ceil(size * 1.25);
    const width = Math.ceil(this.#fonts.width(letter, face, size)) + 2 * left;
    const height = base + Math.ceil(size / 2);
    const raster: Raster = { width, height, rgb: new Uint8Array(width * height * 3).fill(255) };
    const path = this.#fonts.outline(letter, face, size, (x, y) => [left + phase + x, base + y]);
    fillRings(raster, ringsOfPath(path), [0, 0, 0], 1);
    const drawn = { raster, left, base };
    this.#drawn.set(key, drawn);
    return drawn;
  }

  #blend({ width, height, rgb }: Raster, letter: LetterPicture, x: number, y: number, colour: Rgb): void {
    const { raster, left, base } = letter;
    for (let row = 0; row < raster.height; row += 1) {
      const to = y - base + row;
      if (to < 0 || to >= height) continue;
      for (let column = 0; column < raster.width; column += 1) {
        const covered = 255 - (raster.rgb[(row * raster.width + column) * 3] ?? 255);
        const target = x - left + column;
        if (covered === 0 || target < 0 || target >= width) continue;
        const at = (to * width + target) * 3;
        for (let channel = 0; channel < 3; channel += 1) {
          const under = rgb[at + channel] ?? 0;
          rgb[at + channel] = Math.round(under + (((colour[channel] ?? 0) - under) * covered) / 255);
        }
      }
    }
  }
}
