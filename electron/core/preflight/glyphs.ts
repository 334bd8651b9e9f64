import { drawable } from './coverage.ts';
import { about, quotes, type Rule } from './rule.ts';

/** Characters outside of the basic plane, all of which the last font of the report has. */
const beyond = /[\u{10000}-\u{10ffff}]/gu;

/** Characters that no font of the report has: the page names them by number. */
export const missingGlyphs: Rule = (texts) =>
  texts.all().flatMap(({ field, text }) => {
    const missing = (text.match(beyond) ?? []).filter(
      (character) => !drawable(character.codePointAt(0) ?? 0),
    );
    if (missing.length === 0) return [];
    const named = missing.map(
      (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`,
    );
    return [
      about(
        texts.finding,
        'missing-glyph',
        field,
        `No font has ${quotes(named).replaceAll('"', '')}; the report prints the number of the character instead.`,
      ),
    ];
  });
