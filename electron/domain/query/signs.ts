import type { Comparison } from '#contract/finding/listing.ts';
import { QueryError } from './query.ts';

/*
 * The signs of the language and the ones that word processors, other keyboards and other query languages put in
 * their place. What means the same is read as it; what means something else is an error that says what to write.
 */

const doubleQuotes: ReadonlySet<string> = new Set(
  '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u301d\u301e\u301f\uff02',
);
const singleQuotes: ReadonlySet<string> = new Set("'`\u00b4\u2018\u2019\u201a\u201b\u2039\u203a");
const minuses: ReadonlySet<string> = new Set('-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d');
const otherSeparators: ReadonlySet<string> = new Set(';|\uff1b\uff0c\u3001\u060c');
const comparisonSigns: ReadonlyMap<string, Comparison> = new Map([
  ['<', '<'],
  ['<=', '<='],
  ['\u2264', '<='],
  ['=', '='],
  ['>=', '>='],
  ['\u2265', '>='],
  ['>', '>'],
]);

/** Signs between field and value: a colon, also the wide one of East Asian keyboards, or a comparison. */
export const operatorSigns = ':\uff1a<>=\u2264\u2265\u2260';

/** Whether a character opens or closes a phrase. */
export function isDoubleQuote(character: string | undefined): boolean {
  return character !== undefined && doubleQuotes.has(character);
}

/** Whether a character is one of the single quotes, which mean nothing to a query. */
export function isSingleQuote(character: string | undefined): boolean {
  return character !== undefined && singleQuotes.has(character);
}

/** Whether a character excludes what follows it. */
export function isMinus(character: string | undefined): boolean {
  return character !== undefined && minuses.has(character);
}

/** Whether a character parts alternatives elsewhere, and here does not. */
export function isOtherSeparator(character: string | undefined): boolean {
  return character !== undefined && otherSeparators.has(character);
}

const excludes: ReadonlySet<string> = new Set(['!', '!=', '<>', '\u2260']);

/** The comparison at a place, or null if there is none. @throws QueryError for one of another language */
export function comparisonAt(
  text: string,
  at: number,
  field: string,
): { readonly by: Comparison; readonly end: number } | null {
  let end = at;
  while (end < text.length && '<>=!\u2264\u2265\u2260'.includes(text.charAt(end))) end += 1;
  const sign = text.slice(at, end);
  if (sign === '') return null;
  const by = comparisonSigns.get(sign);
  if (by !== undefined) return { by, end };
  const write = excludes.has(sign)
    ? `a - before the field excludes: -${field}:value`
    : sign === '=='
      ? `write ${field}:value`
      : `write ${field}:${sign.includes('<') ? '<=' : '>='}value`;
  throw new QueryError(`"${sign}" is no comparison of a query; ${write}`, at);
}
