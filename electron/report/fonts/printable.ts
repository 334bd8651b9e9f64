/** How a code point is written if it cannot be drawn: `U+202E`. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * What is drawn for a character that a font cannot or must not draw as it is; undefined for all others.
 * Controls get their pictures, since a raw one breaks text out of a PDF. Marks that turn the direction of
 * text around are named instead of obeyed: they can make a page say what the record does not. Half surrogate
 * pairs have no character at all. What is invisible by design is left out.
 */
export function replacementFor(codePoint: number): string | undefined {
  if (codePoint < 0x20) return String.fromCodePoint(0x2400 + codePoint);
  if (codePoint < 0x7f) return undefined;
  if (codePoint === 0x7f) return '\u2421';
  if (codePoint < 0xa0) return codePointName(codePoint);
  if (codePoint === 0xa0 || codePoint === 0x1680) return ' ';
  if (codePoint >= 0x2000 && codePoint <= 0x200a) return ' ';
  if (codePoint === 0x202f || codePoint === 0x205f || codePoint === 0x2028 || codePoint === 0x2029)
    return ' ';
  if (codePoint === 0x61c || codePoint === 0x200e || codePoint === 0x200f) return codePointName(codePoint);
  if ((codePoint >= 0x202a && codePoint <= 0x202e) || (codePoint >= 0x2066 && codePoint <= 0x2069)) {
    return codePointName(codePoint);
  }
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return '\ufffd';
  if (codePoint === 0xad || codePoint === 0xfeff || codePoint === 0x34f || codePoint === 0x2060) return '';
  if (codePoint >= 0x200b && codePoint <= 0x200d) return '';
  if (codePoint >= 0xfe00 && codePoint <= 0xfe0f) return '';
  return undefined;
}

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** True if a text holds letters that are written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RTL.test(text);
}
