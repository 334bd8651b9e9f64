import { drawable } from './coverage.ts';
import { about, quotes, type Rule } from './rule.ts';

/** The characters of a text that no font of the report has, each once, by their numbers: `U+1F9FF`. */
export function missingCharacters(text: string): string[] {
  const missing = new Set<number>();
  for (let at = 0; at < text.length; at += 1) {
    // All of the basic plane is in the last font of the report; what lies beyond it begins with a high surrogate.
    const unit = text.charCodeAt(at);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const codePoint = text.codePointAt(at) ?? 0;
    if (!drawable(codePoint)) missing.add(codePoint);
  }
  return Array.from(missing, (codePoint) => `U+${codePoint.toString(16).toUpperCase()}`);
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
