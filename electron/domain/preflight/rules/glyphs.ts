import { drawable } from '../coverage.ts';
import { about, quotes, type Rule } from './rule.ts';

/**
 * First and last characters of scripts whose letters change with their neighbours and whose shapes no font of the
 * report has. Urdu and other languages in Arabic script, Syriac, Thaana, Samaritan, Oriya, Sinhala, Tibetan, Burmese,
 * Khmer, Mongolian, Balinese, Sundanese, Javanese and their kin.
 */
const unshaped: readonly (readonly [number, number])[] = [
  [0x620, 0x620],
  [0x63b, 0x63f],
  [0x671, 0x673],
  [0x675, 0x678],
  [0x6c0, 0x6c5],
  [0x6c9, 0x6ca],
  [0x6cd, 0x6cd],
  [0x6cf, 0x6cf],
  [0x6d1, 0x6d3],
  [0x6ee, 0x6ef],
  [0x6fa, 0x6fc],
  [0x6ff, 0x77f],
  [0x780, 0x7b1],
  [0x800, 0x8ff],
  [0xb00, 0xb7f],
  [0xd80, 0xdff],
  [0xf00, 0xfff],
  [0x1000, 0x109f],
  [0x1780, 0x17ff],
  [0x1800, 0x18af],
  [0x1b00, 0x1bff],
  [0xa800, 0xa82f],
  [0xa980, 0xa9ff],
  [0xaa60, 0xaa7f],
  [0xabc0, 0xabff],
];

const FIRST_UNSHAPED = 0x620;

/** Whether a character comes out letter by letter, which nobody can read. */
function isUnshaped(codePoint: number): boolean {
  return (
    codePoint >= FIRST_UNSHAPED && unshaped.some(([first, last]) => codePoint >= first && codePoint <= last)
  );
}

/** The characters of a text that no font of the report can show, each once, by their numbers: `U+1F9FF`. */
export function missingCharacters(text: string): string[] {
  const missing = new Set<number>();
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Most texts have nothing else.
    if (unit > 0 && unit < FIRST_UNSHAPED) continue;
    const codePoint = text.codePointAt(at) ?? 0;
    if (codePoint > 0xffff) at += 1;
    const isNone = codePoint === 0 || (codePoint >= 0xd800 && codePoint <= 0xdfff);
    if (isNone || isUnshaped(codePoint) || !drawable(codePoint)) missing.add(codePoint);
  }
  return Array.from(missing, (codePoint) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`);
}

/** Characters that no font of the report has: the page names them by number. */
export const missingGlyphs: Rule = (texts) =>
  texts.all().flatMap(({ field, text }) => {
    const named = missingCharacters(text);
    if (named.length === 0) return [];
    return [
      about(
        texts.finding,
        'missing-glyph',
        field,
        `No font of the report can show ${quotes(named).replaceAll('"', '')} as it should be; the report prints its number, its bare letter or \ufffd instead.`,
      ),
    ];
  });
