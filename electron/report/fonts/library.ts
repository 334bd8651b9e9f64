import { create } from 'fontkit';
import type { Font } from 'fontkit';
import type { MissingGlyph } from '#contract/deliverable/report.ts';
import type { FaceName, LookFace, ThemeFaceName } from './faces.ts';
import { faces, fallbacksOf, isShaped, tablesWithout, themeFaceNames } from './faces.ts';
import { hasChineseLetters, isJapanese, type JapaneseShare } from './language.ts';
import { laidOut } from './laid-out.ts';
import { codePointName, hasRightToLeft, replacementFor } from './printable.ts';
import { emojiSequence, isJoiner, mayHoldSequence, scriptFace } from './scripts.ts';
import { withoutTables } from './tables.ts';

/** How a text wants to look; which face draws each of its characters is the library's business. */
export interface Look {
  readonly mono?: boolean;
  readonly bold?: boolean;
  readonly italic?: boolean;
}

/** A stretch of text that one face draws. */
export interface FaceRun {
  readonly text: string;
  readonly face: FaceName;
}

interface Loaded {
  readonly font: Font;
  readonly data: Uint8Array;
  /** Which character a glyph stands for in this document. */
  readonly claims: Map<number, number>;
  readonly widths: Map<string, number>;
}

const PLAIN_ASCII = /^[\x20-\x7e]*$/;
const NOT_ASCII = /[^\x20-\x7e]/;

/**
 * The fonts of one document: splits texts by the face that has their glyphs, measures them, remembers which
 * characters none of them has.
 *
 * A glyph can only be copied out of a PDF as one character, but fonts draw several alike (`Ω` and the ohm
 * sign). One of them has the glyph (see `reserve`); another one is drawn from the next face, so that each copies
 * out as what it is.
 */
export class FontLibrary {
  readonly #read: (file: string) => Uint8Array;
  readonly #given: ReadonlyMap<ThemeFaceName, Uint8Array>;
  readonly #first = new Map<LookFace, FaceName | null>();
  readonly #loaded = new Map<FaceName, Loaded>();
  readonly #found = new Map<string, Map<number, FaceRun>>();
  readonly #missing = new Map<number, number>();
  #contested = false;
  #japanese: JapaneseShare = 'none';

  /**
   * @param read gives the bytes of a font file by its path inside the packages
   * @param given files of faces that a theme brings; what they lack is drawn by the faces of the packages
   */
  constructor(read: (file: string) => Uint8Array, given: ReadonlyMap<ThemeFaceName, Uint8Array> = new Map()) {
    this.#read = read;
    this.#given = given;
  }

  /** The face that draws every printable character of ASCII in a look: the theme's own if it has all of them. */
  face(look: Look): FaceName {
    return this.#firstOf(faceOf(look)) ?? faceOf(look);
  }

  /** Whether the Han letters of a whole text are drawn in their Japanese forms. */
  isJapanese(text: string): boolean {
    return isJapanese(text) || (this.#japanese === 'all' && !hasChineseLetters(text));
  }

  /**
   * Splits a text without line breaks into stretches of one face each.
   * @param japanese whether what it is a part of is Japanese; if not given, the text is a whole
   */
  split(text: string, look: Look, japanese = NOT_ASCII.test(text) && this.isJapanese(text)): FaceRun[] {
    const own = faceOf(look);
    if (text === '') return [];
    if (PLAIN_ASCII.test(text)) {
      const first = this.#firstOf(own);
      if (first !== null) return [{ text, face: first }];
    }
    const pieces: { text: string; face: FaceName }[] = [];
    const add = (shown: string, face: FaceName): void => {
      const last = pieces.at(-1);
      if (last?.face === face) last.text += shown;
      else if (shown !== '') pieces.push({ text: shown, face });
    };
    const sequences = mayHoldSequence(text);
    const amongLetters = look.mono === true || !hasRightToLeft(text) ? null : neutralsIn(text);
    for (let at = 0; at < text.length;) {
      const sequence = sequences ? emojiSequence(text, at) : '';
      if (sequence !== '' && this.#drawsAsOne(sequence)) {
        add(sequence, 'emoji');
        at += sequence.length;
        continue;
      }
      const codePoint = text.codePointAt(at) ?? 0;
      at += codePoint > 0xffff ? 2 : 1;
      const before = pieces.at(-1)?.face;
      if (isJoiner(codePoint) && before !== undefined && isShaped(before)) {
        add(String.fromCodePoint(codePoint), before);
        continue;
      }
      if (amongLetters?.has(at - 1) === true && this.#claim('arabic', codePoint)) {
        add(String.fromCodePoint(codePoint), 'arabic');
        continue;
      }
      const found = this.#lookUp(codePoint, own, japanese);
      add(found.text, found.text === ' ' && before !== undefined && !isShaped(before) ? before : found.face);
    }
    return pieces;
  }

  /**
   * Width in points of a text from `split`, without kerning: a line may be a little shorter, never longer, and nothing
   * is shaped twice. Letters that join are as wide as they join.
   */
  width(text: string, face: FaceName, size: number): number {
    const loaded = this.#load(face);
    if (!isShaped(face)) {
      let units = 0;
      for (const character of text) units += advanceOf(loaded, character);
      return units * size;
    }
    const known = loaded.widths.get(text);
    if (known !== undefined) return known * size;
    const units = laidOut(loaded.font, text).advanceWidth / loaded.font.unitsPerEm;
    loaded.widths.set(text, units);
    return units * size;
  }

  /** The outline of a text as an SVG path in points, its baseline starting at the origin, y downwards. */
  outline(
    text: string,
    face: FaceName,
    size: number,
    place: (x: number, y: number) => [number, number],
  ): string {
    const { font } = this.#load(face);
    const scale = size / font.unitsPerEm;
    let x = 0;
    const parts: string[] = [];
    const shaped = isShaped(face) || hasRightToLeft(text) ? laidOut(font, text) : null;
    const glyphs = shaped?.glyphs ?? font.glyphsForString(text);
    for (const [at, glyph] of glyphs.entries()) {
      const { xAdvance = glyph.advanceWidth, xOffset = 0, yOffset = 0 } = shaped?.positions[at] ?? {};
      for (const { command, args } of glyph.path.commands) {
        const points: string[] = [];
        for (let index = 0; index + 1 < args.length; index += 2) {
          const [px, py] = place(
            (x + xOffset + (args[index] ?? 0)) * scale,
            -(yOffset + (args[index + 1] ?? 0)) * scale,
          );
          points.push(`${px.toFixed(1)} ${py.toFixed(1)}`);
        }
        parts.push(`${SVG_COMMANDS[command]}${points.join(' ')}`);
      }
      x += xAdvance;
    }
    return parts.join('');
  }

  /** The file of a face, prepared for embedding. */
  file(face: FaceName): Uint8Array {
    return this.#load(face).data;
  }

  /** A face as it shapes text. */
  font(face: FaceName): Font {
    return this.#load(face).font;
  }

  /** Whether a face has no kerning and no joining letters: a text is as wide as its characters together. */
  isFixed(face: FaceName): boolean {
    return !isShaped(face) && tablesWithout(face).includes('GPOS');
  }

  /**
   * Assigns the glyphs of a whole document at once, in an order of its characters alone. Which of two characters gets a
   * glyph then does not depend on the layout.
   * @param japanese how much of the document is so
   */
  reserve(codePoints: Iterable<number>, japanese: JapaneseShare = 'none'): void {
    this.#japanese = japanese;
    const sorted = [...codePoints].sort((a, b) => rank(a) - rank(b) || a - b);
    for (const own of ownFaces) {
      for (const codePoint of sorted) {
        this.#lookUp(codePoint, own, false);
        if (japanese !== 'none') this.#lookUp(codePoint, own, true);
      }
    }
    this.takeMissing();
  }

  /** Whether two characters of what was set or reserved wanted the same glyph. */
  contested(): boolean {
    return this.#contested;
  }

  /** Characters that no face has, with how often they were asked for since this was last asked. */
  takeMissing(): ReadonlyMap<number, number> {
    const taken = new Map([...this.#missing].filter(([, count]) => count > 0));
    for (const codePoint of this.#missing.keys()) this.#missing.set(codePoint, 0);
    return taken;
  }

  /** Whether the font of emoji has one sign for a sequence. */
  #drawsAsOne(sequence: string): boolean {
    const { glyphs } = laidOut(this.#load('emoji').font, sequence);
    return glyphs.length === 1 && glyphs[0]?.id !== 0;
  }

  #lookUp(codePoint: number, own: LookFace, japanese: boolean): FaceRun {
    const name = japanese ? `japanese ${own}` : own;
    let found = this.#found.get(name);
    if (found === undefined) this.#found.set(name, (found = new Map<number, FaceRun>()));
    let piece = found.get(codePoint);
    if (piece === undefined) found.set(codePoint, (piece = this.#find(codePoint, own, japanese)));
    const count = this.#missing.get(codePoint);
    if (count !== undefined) this.#missing.set(codePoint, count + 1);
    return piece;
  }

  #find(codePoint: number, own: LookFace, japanese: boolean): FaceRun {
    const replacement = replacementFor(codePoint);
    if (replacement !== undefined) {
      const only = replacement.codePointAt(0);
      if (only === undefined || replacement.length > 1) return { text: replacement, face: own };
      return this.#search(only, own, japanese) ?? { text: codePointName(codePoint), face: own };
    }
    const piece = this.#search(codePoint, own, japanese);
    if (piece !== undefined) return piece;
    this.#missing.set(codePoint, this.#missing.get(codePoint) ?? 0);
    return { text: codePointName(codePoint), face: own };
  }

  #search(codePoint: number, own: LookFace, japanese: boolean): FaceRun | undefined {
    const text = String.fromCodePoint(codePoint);
    const script = scriptFace(codePoint);
    const chain: readonly FaceName[] = hasRightToLeft(text)
      ? ['arabic', 'last']
      : script !== undefined
        ? [script, 'last']
        : [...this.#themed(own), own, ...fallbacksOf(own, japanese)];
    const face = chain.find((name) => this.#claim(name, codePoint));
    return face === undefined ? undefined : { text, face };
  }

  #themed(look: LookFace): readonly ThemeFaceName[] {
    const name = themeFaceNames[look];
    return this.#given.has(name) ? [name] : [];
  }

  /** The one face that has all of ASCII for a look; null if a theme's has only some of it. */
  #firstOf(look: LookFace): FaceName | null {
    let first = this.#first.get(look);
    if (first === undefined) {
      const [themed] = this.#themed(look);
      first = themed === undefined ? look : this.#hasAscii(themed) ? themed : null;
      this.#first.set(look, first);
    }
    return first;
  }

  #hasAscii(face: FaceName): boolean {
    const { font } = this.#load(face);
    for (let ascii = 0x20; ascii < 0x7f; ascii += 1) if (!font.hasGlyphForCodePoint(ascii)) return false;
    return true;
  }

  #claim(face: FaceName, codePoint: number): boolean {
    const { font, claims } = this.#load(face);
    if (!font.hasGlyphForCodePoint(codePoint)) return false;
    const glyph = font.glyphForCodePoint(codePoint).id;
    if (glyph === 0) return false;
    const owner = claims.get(glyph);
    if (owner === undefined) claims.set(glyph, codePoint);
    else if (owner !== codePoint) this.#contested = true;
    return owner === undefined || owner === codePoint;
  }

  #file(face: FaceName): Uint8Array {
    if (face in faces) return this.#read(faces[face as keyof typeof faces].file);
    const file = this.#given.get(face as ThemeFaceName);
    if (file === undefined) throw new TypeError(`no file was given for ${face}`);
    return file;
  }

  #load(face: FaceName): Loaded {
    let loaded = this.#loaded.get(face);
    if (loaded === undefined) {
      const data = withoutTables(this.#file(face), tablesWithout(face));
      const font = create(Buffer.from(data.buffer));
      if (!('layout' in font)) throw new TypeError(`${face} is a collection of fonts`);
      loaded = { font, data, claims: new Map(), widths: new Map() };
      for (let ascii = 0x20; ascii < 0x7f; ascii += 1) {
        if (font.hasGlyphForCodePoint(ascii)) loaded.claims.set(font.glyphForCodePoint(ascii).id, ascii);
      }
      this.#loaded.set(face, loaded);
    }
    return loaded;
  }
}

/** Blanks and common signs behind or before letters that run from the right, which are drawn and read with them. */
function neutralsIn(text: string): ReadonlySet<number> {
  const places = new Set<number>();
  for (const { 0: signs, index } of text.matchAll(/[^\p{L}\p{N}\p{M}]+/gu)) {
    const before = text.charAt(index - 1);
    const after = text.charAt(index + signs.length);
    if (!hasRightToLeft(before) && !(index === 0 && hasRightToLeft(after))) continue;
    for (let at = 0; at < signs.length; at += 1) {
      if (/[ -~\u00a1-\u00bf\u2010-\u2027]/u.test(signs.charAt(at))) places.add(index + at);
    }
  }
  return places;
}

function advanceOf({ font, widths }: Loaded, character: string): number {
  let units = widths.get(character);
  if (units === undefined) {
    units = font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
    widths.set(character, units);
  }
  return units;
}

const SVG_COMMANDS = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
} as const;

/** The faces that a text can ask for by its look. */
const ownFaces: readonly LookFace[] = [
  'sans',
  'sans-bold',
  'sans-italic',
  'sans-bold-italic',
  'mono',
  'mono-bold',
  'mono-italic',
  'mono-bold-italic',
];

/** A letter comes before the sign that only looks like it: the ohm sign is another way to write an omega. */
function rank(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  return character.normalize('NFKC') === character ? 0 : 1;
}

/** What characters are missing, for people: most frequent first. */
export function missingGlyphs(counts: ReadonlyMap<number, number>): MissingGlyph[] {
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || a - b)
    .map(([codePoint, count]) => ({ codePoint: codePointName(codePoint), count }));
}

function faceOf({ mono, bold, italic }: Look): LookFace {
  const family = mono === true ? 'mono' : 'sans';
  if (bold === true) return italic === true ? `${family}-bold-italic` : `${family}-bold`;
  return italic === true ? `${family}-italic` : family;
}
