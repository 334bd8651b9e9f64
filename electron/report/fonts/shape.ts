import type { FontLibrary } from './library.ts';
import { hasRightToLeft } from './printable.ts';
import { laidOut } from './laid-out.ts';
import { isKernedByPairs, type FaceName } from './faces.ts';

interface Glyph {
  readonly id: number;
  readonly codePoints: readonly number[];
  readonly advance: number;
}

/** A word as a font sets it. Widths and positions in thousandths of the size. */
export interface Shaped {
  readonly width: number;
  readonly glyphs: readonly Glyph[];
  /** By how much the pen moves on more than the glyph is wide: kerning. */
  readonly kerning: readonly number[];
  /** Some glyph stands beside its place, as marks over letters do. */
  readonly moved: boolean;
}

/** So many words are remembered; a report has some ten thousand different ones. */
const MAX_WORDS = 60_000;

const ASCII = /^[\x20-\x7e]*$/;

/** Shapes words once for measuring and drawing: fontkit takes longer over a word than all the rest. */
export class Shaper {
  readonly #fonts: FontLibrary;
  readonly #words = new Map<FaceName, Map<string, Shaped>>();
  readonly #pairs = new Map<FaceName, Map<string, Shaped>>();

  constructor(fonts: FontLibrary) {
    this.#fonts = fonts;
  }

  /** Width in points of a text. */
  width(text: string, face: FaceName, size: number): number {
    if (this.#fonts.isFixed(face)) return this.#fonts.width(text, face, size);
    let width = 0;
    for (const word of shapedWords(text)) width += this.shape(word, face).width;
    return (width * size) / 1000;
  }

  shape(word: string, face: FaceName): Shaped {
    let words = this.#words.get(face);
    if (words === undefined) this.#words.set(face, (words = new Map<string, Shaped>()));
    let shaped = words.get(word);
    if (shaped === undefined) {
      if (words.size >= MAX_WORDS) words.clear();
      const byPairs = isKernedByPairs(face) && ASCII.test(word);
      shaped = byPairs ? this.#fromPairs(word, face) : shape(this.#fonts, word, face);
      words.set(word, shaped);
    }
    return shaped;
  }

  /** A word put together from its pairs of letters, of which there are few. */
  #fromPairs(word: string, face: FaceName): Shaped {
    let pairs = this.#pairs.get(face);
    if (pairs === undefined) this.#pairs.set(face, (pairs = new Map<string, Shaped>()));
    const glyphs: Glyph[] = [];
    const kerning: number[] = [];
    let width = 0;
    for (let at = 0; at < word.length; at += 1) {
      const letters = word.slice(at, at + 2);
      let pair = pairs.get(letters);
      if (pair === undefined) pairs.set(letters, (pair = shape(this.#fonts, letters, face)));
      const [glyph] = pair.glyphs;
      const by = pair.kerning[0] ?? 0;
      if (glyph !== undefined) glyphs.push(glyph);
      kerning.push(by);
      width += (glyph?.advance ?? 0) + by;
    }
    return { width, glyphs, kerning, moved: false };
  }
}

/** Words with the blank behind them: kerning does not reach across one, so that each can be shaped by itself. */
function wordsOf(text: string): string[] {
  const words: string[] = [];
  let last = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', last)) {
    words.push(text.slice(last, at + 1));
    last = at + 1;
  }
  if (last < text.length) words.push(text.slice(last));
  return words;
}

/** What of a text is shaped at once: words, but all of what runs from the right, whose words are turned around too. */
export function shapedWords(text: string): string[] {
  return hasRightToLeft(text) ? [text] : wordsOf(text);
}

function shape(fonts: FontLibrary, word: string, face: FaceName): Shaped {
  const font = fonts.font(face);
  const scale = 1000 / font.unitsPerEm;
  const { glyphs, positions, advanceWidth } = laidOut(font, word);
  return {
    width: advanceWidth * scale,
    glyphs: glyphs.map((glyph) => ({
      id: glyph.id,
      codePoints: glyph.codePoints,
      advance: glyph.advanceWidth * scale,
    })),
    kerning: positions.map(({ xAdvance }, at) => (xAdvance - (glyphs[at]?.advanceWidth ?? 0)) * scale),
    moved: positions.some(({ xOffset, yOffset }) => xOffset !== 0 || yOffset !== 0),
  };
}
