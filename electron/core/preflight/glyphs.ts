import { drawable } from './coverage.ts';
import { about, quotes, type Rule } from './rule.ts';

/** Characters outside of the basic plane, all of which the last font of the report has. */
const beyond = /[\u{10000}-\u{10ffff}]/gu;

/** Every character of a text that no font of the report has, by its number: `U+1F9FF`. */
export function missingCharacters(text: string): string[] {
  return (text.match(beyond) ?? [])
    .map((character) => character.codePointAt(0) ?? 0)
    .filter((codePoint) => !drawable(codePoint))
    .map((codePoint) => `U+${codePoint.toString(16).toUpperCase()}`);
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
        `No font has ${quotes(named).replaceAll('"', '')}; the report prints the number of the character instead.`,
      ),
    ];
  });
