import type { CsvDelimiter } from '#contract/deliverable/choices.ts';

/** What hides the sign behind it from an eye, not from a program: blanks, quotes, controls, what has no width. */
const hidden = `[\\s\\p{Cc}\\p{Cf}"'\u2018\u2019\u201c\u201d]*`;
/** The signs that a spreadsheet takes for the beginning of a formula, and their wide forms. */
const formula = new RegExp(`^(?:${hidden}[=+\\-@\uff1d\uff0b\uff0d\uff20]|[\\t\\r\\n])`, 'u');

/** What parts cells for a program that was told another delimiter, or that reads a quote only at the start of a cell. */
const innerFormula = new RegExp(
  `([;,\\r\\n])(?=[^\\S\\r\\n]*["'\u2018\u2019\u201c\u201d]*[=+\\-@\uff1d\uff0b\uff0d\uff20])`,
  'gu',
);

/** A control character as the sign for it ("␀"); line breaks and tabs stay. */
function signOfControl(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : code === 0x7f ? '\u2421' : '\ufffd';
}

/**
 * A field of a CSV file (RFC 4180), always in quotes. An apostrophe leads what a spreadsheet could take for a formula,
 * also where another delimiter would begin a cell. Findings quote payloads, and clients open this file in the program
 * that runs them.
 */
export function csvField(written: string, delimiter: CsvDelimiter = ','): string {
  return `"${neutralCell(written, delimiter).replaceAll('"', '""')}"`;
}

/** What a program reads of such a field. */
export function neutralCell(written: string, delimiter: CsvDelimiter = ','): string {
  const value = written.replace(/[^\P{Cc}\t\r\n]/gu, signOfControl);
  const inner = value.replace(innerFormula, (sign) => (sign === delimiter ? sign : `${sign}'`));
  return formula.test(value) ? `'${inner}` : inner;
}
