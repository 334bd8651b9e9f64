/** What hides the sign behind it from an eye, not from a program: blanks, quotes, controls, what has no width. */
const hidden = `[\\s\\p{Cc}\\p{Cf}"'\u2018\u2019\u201c\u201d]*`;
/** The signs that a spreadsheet takes for the beginning of a formula, and their wide forms. */
const formula = new RegExp(`^(?:${hidden}[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\\t\\r\\n])`, 'u');

/**
 * A field of a CSV file (RFC 4180), always in quotes. What a spreadsheet could take for a formula is led by an
 * apostrophe: findings quote payloads, and a client opens this file with the program that would run them.
 */
export function csvField(value: string): string {
  const neutral = formula.test(value) ? `'${value}` : value;
  return `"${neutral.replaceAll('"', '""')}"`;
}
