import { fieldNames, knownField } from './fields.ts';
import { QueryError } from './query.ts';
import { isBlank } from './scan.ts';
import { isMinus, isSingleQuote, operatorSigns } from './signs.ts';

/*
 * What people type out of habit from other query languages. As words it would find nothing, and with a minus in
 * front of it everything, so it is refused at its place with what to write instead.
 */

const inQuotes = 'in quotes it is looked for as text';

/** Words and signs that join terms elsewhere. */
const joining = /(?:and|or|not|&&?|\|\|?)(?=[\s(]|$)/iuy;

/** A word that joins terms: where it ends, and which it is. */
export interface Joiner {
  readonly kind: 'and' | 'or' | 'not';
  readonly written: string;
  readonly end: number;
}

/**
 * The joining word at a place, or null. In small letters at the beginning or the end of a query, where it joins
 * nothing, it is a word like any other.
 */
export function joinerAt(text: string, at: number, isFirst: boolean): Joiner | null {
  joining.lastIndex = at;
  const written = joining.exec(text)?.[0];
  if (written === undefined) return null;
  const end = at + written.length;
  const lower = written.toLowerCase();
  const kind = lower === 'not' ? 'not' : lower === 'and' || lower.startsWith('&') ? 'and' : 'or';
  const isCommand = written === written.toUpperCase();
  const joinsNothing = text.slice(end).trim() === '' || (isFirst && kind !== 'not');
  return !isCommand && joinsNothing ? null : { kind, written, end };
}

/** What is said of parentheses: they join terms elsewhere, and stand in many a title. */
export const noBrackets = 'Parentheses are not supported. Use tag:one,other, or quote the text';

const comparisonAlone = new RegExp(`^[!${operatorSigns}]+$`, 'u');
const prefixed = new RegExp(
  `^([!+~^({[*'\`\u00b4\u2018\u2019\u201a\u2039\u203a&|\\p{Cf}\\p{Pd}"]+)(\\p{L}[\\p{L}_]*)["']?(?:[${operatorSigns}]|!=)`,
  'u',
);
const gap = new RegExp(`\\s+(?:[${operatorSigns}]|!=|!?~)`, 'uy');

/** What stands between field and value in SQL and JQL; in small letters `in` and `is` are words of a text, too. */
const comparingWords =
  /\s+(?:not\s+)?(?:(?:NOT|IN|IS|LIKE|BETWEEN|CONTAINS|MATCHES)(?=[\s([])|(?:like|between|contains|matches)(?=\s)|in(?=\s*[([]))/uy;
const comparingVerb = /\s+(?:is|equals)\s+\S/uy;
const fieldsWithNames: ReadonlySet<string | null> = new Set(['severity', 'status']);
const fieldWithTilde = /^(\p{L}[\p{L}_]*)!?~/u;
const bracketsAlone = /^[()[\]{}]+$/u;
const joinedWords = /^[\p{L}\p{N}_.-]*\p{L}(?:\|{1,2}|&&|[,;])\p{L}/u;
const fuzzyWord = /^(?:\p{L}+(?:~|\^[\d.]*)|\p{Ll}+~[\d.]+)$/u;
const wordWithWildcard = /^(?:%.*[^%].*%|\p{L}+\?[\p{L}\p{N}]+)$/u;
const tagSign = /^#\p{L}/u;

/**
 * Refuses a bare word that is a habit of another language.
 * @param raw the word as it stands in `text` from `at` on
 * @throws QueryError
 */
export function refuseHabit(text: string, at: number, raw: string, negated: boolean): void {
  const first = raw.charAt(0);
  if (negated && isMinus(first)) throw new QueryError('One - is enough to exclude what follows it', at);
  if (comparisonAlone.test(raw)) {
    throw new QueryError(
      `"${raw}" stands directly between field and value, without blanks: severity:>=high; ${inQuotes}`,
      at,
    );
  }
  refusePrefixed(at, raw);
  refuseJoined(text, at, raw, negated);
  refuseForeignSign(at, raw);
  if (first === '+' && /^\+["\u201c\u201e\p{L}]/u.test(raw)) {
    throw new QueryError('Remove the +: every word is required already. Quote it to search for the sign', at);
  }
  if (first === '!' && /^!\p{L}/u.test(raw)) {
    throw new QueryError('Use - to exclude: -severity:info. Quote it to search for the sign', at);
  }
  if (isSingleQuote(first) && closesLater(text, at)) {
    throw new QueryError('A phrase stands in double quotes: "like this"', at);
  }
  gap.lastIndex = at + raw.length;
  if (fieldNames.some((name) => name === raw.toLowerCase()) && gap.test(text)) {
    throw new QueryError(
      `Field, sign and value stand together, without blanks: ${raw}:value; ${inQuotes}`,
      at + raw.length,
    );
  }
  comparingWords.lastIndex = comparingVerb.lastIndex = at + raw.length;
  const named = knownField(raw);
  const isCompared =
    named !== null && (comparingWords.test(text) || (fieldsWithNames.has(named) && comparingVerb.test(text)));
  if (isCompared) {
    throw new QueryError(
      `Field, sign and value stand together: ${raw}:value, or ${raw}:one,other; ${inQuotes}`,
      at + raw.length,
    );
  }
}

/** Refuses brackets that group, and words that a sign joins. @throws QueryError */
function refuseJoined(text: string, at: number, raw: string, negated: boolean): void {
  if (negated && /^(?:AND|OR|NOT)$/u.test(raw)) {
    throw new QueryError(
      `A - excludes one term; write -severity:high, without ${raw}, or put it in quotes`,
      at,
    );
  }
  const opensQuery = raw.startsWith('(') && text.slice(0, at).trim() === '';
  if (bracketsAlone.test(raw) || opensQuery || (negated && /^[([{]/u.test(raw))) {
    throw new QueryError(noBrackets, at);
  }
  if (/^[,;|]/u.test(raw) || joinedWords.test(raw) || (negated && /[,;]$/u.test(raw))) {
    throw new QueryError('Use one OR other, or title:one,other. Quote it to search for the signs', at);
  }
}

/** Refuses signs that search programs read and this language does not. @throws QueryError */
function refuseForeignSign(at: number, raw: string): void {
  const [, name = ''] = fieldWithTilde.exec(raw) ?? [];
  const field = knownField(name);
  if (field !== null) {
    throw new QueryError(`"~" is no comparison of a query; write ${field}:value, or ${field}:*value*`, at);
  }
  if (fuzzyWord.test(raw)) {
    throw new QueryError(`A word is looked for as it stands; leave ~ and ^ out; ${inQuotes}`, at);
  }
  if (wordWithWildcard.test(raw)) {
    throw new QueryError(`Only a * at the end of a word stands for what follows it: sql*; ${inQuotes}`, at);
  }
  if (tagSign.test(raw)) throw new QueryError(`A tag is asked for by tag:${raw.slice(1)}; ${inQuotes}`, at);
}

function refusePrefixed(at: number, raw: string): void {
  const [, prefix = '', name = ''] = prefixed.exec(raw) ?? [];
  const field = knownField(name);
  if (field === null) return;
  const sign = prefix.at(-1) ?? '';
  if ('({['.includes(sign)) {
    throw new QueryError(`Parentheses are not supported. Use ${field}:one,other, or quote the text`, at);
  }
  throw new QueryError(`Use - to exclude, not "${prefix}"`, at);
}

/** Whether the single quote at a place is closed at the end of this or a later word. */
function closesLater(text: string, at: number): boolean {
  for (let index = at + 1; index < text.length; index += 1) {
    if (isSingleQuote(text[index]) && (index + 1 === text.length || isBlank(text[index + 1]))) return true;
  }
  return false;
}

/** Refuses how a value begins elsewhere: `-high`, `(high`. @throws QueryError */
export function refuseValueHabit(text: string, at: number, field: string): void {
  const first = text.charAt(at);
  if (isMinus(first) && field !== 'id') {
    throw new QueryError(`To exclude, write the - before the field: -${field}:value`, at);
  }
  if (first === '(' || first === '{') {
    throw new QueryError(`Parentheses are not supported. Use ${field}:one,other, or quote the value`, at);
  }
  if (isSingleQuote(first)) throw new QueryError('A value with blanks stands in double quotes', at);
  if (first === '~') throw new QueryError(`"~" is no comparison of a query; write ${field}:value`, at);
}

/** Fields whose values have an order, so that a range of them is asked for. */
const orderedFields: ReadonlySet<string> = new Set(['severity', 'cvss', 'updated']);
const closedRange = /^\[?([^.\s]\S*?)\.\.([^\s\]]+)\]?$/u;
const openRange = /^(?:\.\.(\S+)|(\S+?)(?:\.\.|\+))$/u;

/**
 * Refuses ranges and wildcards of other languages in a value without quotes.
 * @param raw the value as it stands in the query from `at` on
 * @throws QueryError
 */
export function refuseForeignValue(at: number, raw: string, field: string): void {
  if (orderedFields.has(field)) {
    const [, low = '', high = ''] = closedRange.exec(raw) ?? [];
    const [, upTo, from] = openRange.exec(raw) ?? [];
    const write =
      low !== ''
        ? `${field}:>=${low} ${field}:<=${high}`
        : upTo !== undefined
          ? `${field}:<=${upTo}`
          : from !== undefined
            ? `${field}:>=${from}`
            : null;
    if (write !== null) throw new QueryError(`A range is written as comparisons: ${write}`, at);
    if (raw.startsWith('[')) {
      throw new QueryError(`A range is written as comparisons: ${field}:>=value ${field}:<=value`, at);
    }
  }
  const isAddress = /[/=]/u.test(raw);
  const wildcard = field === 'tag' || field === 'asset' ? /(?<!\\)\?/u : /(?<!\\)\?(?=[\p{L}\p{N}])/u;
  if ((!isAddress && wildcard.test(raw)) || /^%\D.*%$/u.test(raw)) {
    throw new QueryError(
      `Only * stands for other characters in a value; put it in quotes to mean the sign itself`,
      at,
    );
  }
}
