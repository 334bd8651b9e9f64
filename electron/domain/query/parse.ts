import { fold } from '../text/words/fold.ts';
import { fieldNames, insteadOfField, knownField } from './fields.ts';
import {
  joinerAt,
  noBrackets,
  refuseForeignValue,
  refuseHabit,
  refuseValueHabit,
  type Joiner,
} from './habits.ts';
import { nearestName } from '../text/words/nearest.ts';
import {
  QueryError,
  type Query,
  type QueryField,
  type QueryProblem,
  type QueryTerm,
  type QueryTest,
  type QueryValue,
} from './query.ts';
import { isBlank, scanBare, scanQuoted, type Scanned } from './scan.ts';
import { comparisonAt, isDoubleQuote, isMinus, operatorSigns } from './signs.ts';
import { canBegin, wordsOf } from '../text/words/words.ts';

const longestQuery = 10_000;
const maxTerms = 100;
const fieldStart = new RegExp(`\\p{L}[\\p{L}_]*(?=[${operatorSigns}]|!=)`, 'uy');

function skipBlanks(text: string, at: number): number {
  let index = at;
  while (isBlank(text[index])) index += 1;
  return index;
}

function textTest(scanned: Scanned): QueryTest {
  const pieces = [...scanned.pieces];
  if (pieces.length > 1 && pieces.at(-1) === '') pieces.pop();
  const [text, ...more] = pieces;
  if (text === undefined || more.length > 0) {
    throw new QueryError(
      'A * stands only at the end of a word; in asset:*.example.test it may stand anywhere',
      scanned.at,
    );
  }
  const words = wordsOf(text);
  const last = words.at(-1);
  if (last === undefined) throw new QueryError('There is nothing to look for here', scanned.at);
  return { kind: 'text', test: { words, prefix: !scanned.quoted && canBegin(last) } };
}

function scanValue(
  text: string,
  at: number,
  field: QueryField,
): { value: QueryValue; quoted: boolean; end: number } {
  const { by, end: start } = comparisonAt(text, at, field) ?? { by: null, end: at };
  const quoted = isDoubleQuote(text[start]);
  if (!quoted) refuseValueHabit(text, start, field);
  const scanned = quoted ? scanQuoted(text, start) : scanBare(text, start, 'value');
  if (scanned.pieces.length === 1 && scanned.pieces[0]?.trim() === '') {
    const hint = isBlank(text[start])
      ? '; it stands directly behind the sign, without a blank'
      : '; -has: finds what has none, such as -has:tags';
    throw new QueryError(`A value is missing here${hint}`, start);
  }
  if (!quoted) refuseForeignValue(start, text.slice(start, scanned.end), field);
  return { value: { at, start, by, pieces: scanned.pieces }, quoted, end: scanned.end };
}

function scanField(text: string, name: string, at: number): { test: QueryTest; end: number } {
  const field = knownField(name);
  if (field === null) {
    const instead = insteadOfField(name);
    if (instead !== null) throw new QueryError(`Unknown field "${name}". ${instead}`, at);
    const near = nearestName(name, fieldNames);
    const hint =
      near === null
        ? `Known fields: ${fieldNames.join(', ')}; in quotes it is looked for as text`
        : `Did you mean "${near}"?`;
    throw new QueryError(`Unknown field "${name}". ${hint}`, at);
  }
  const values: QueryValue[] = [];
  const behind = at + name.length;
  // A comparison may stand without its colon: severity>=high.
  let index = text[behind] === ':' || text[behind] === '\uff1a' ? behind : behind - 1;
  do {
    const { value, end } = scanValue(text, index + 1, field);
    values.push(value);
    index = end;
  } while (text[index] === ',');
  if (field === 'cvss') refuseDecimalComma(values);
  return { test: { kind: 'field', field, values }, end: index };
}

/** `8,9` may be one score with a decimal comma or two scores. @throws QueryError */
function refuseDecimalComma(values: readonly QueryValue[]): void {
  for (const [position, value] of values.entries()) {
    const next = values[position + 1];
    const [whole = '', tenths = ''] = [value.pieces[0], next?.pieces[0]];
    if (next?.by !== null || !/^\d{1,2}$/u.test(whole) || !/^\d+$/u.test(tenths)) continue;
    const by = value.by ?? '';
    throw new QueryError(
      `"${whole},${tenths}" is one score or two: write cvss:${by}${whole}.${tenths} for one, ` +
        `cvss:${by}${whole}.0,${tenths}.0 for two`,
      value.start,
    );
  }
}

function scanTerm(text: string, at: number): { term: QueryTerm; end: number } {
  const negated = isMinus(text[at]);
  const start = negated ? at + 1 : at;
  if (negated && (start >= text.length || isBlank(text[start]))) {
    throw new QueryError('A - excludes what follows it without a blank', at);
  }
  fieldStart.lastIndex = start;
  const name = fieldStart.exec(text)?.[0];
  if (name !== undefined) {
    const { test, end } = scanField(text, name, start);
    return { term: { at, negated, test }, end };
  }
  if (isDoubleQuote(text[start])) {
    const scanned = scanQuoted(text, start);
    return { term: { at, negated, test: textTest(scanned) }, end: scanned.end };
  }
  const raw = /^\S*/u.exec(text.slice(start))?.[0] ?? '';
  refuseHabit(text, start, raw, negated);
  const scanned = scanBare(text, start, 'words');
  return { term: { at, negated, test: textTest(scanned) }, end: scanned.end };
}

/** Fields of which a finding has one value alone. */
const singleFields: ReadonlySet<QueryField> = new Set(['severity', 'status', 'state', 'verdict']);

/** Refuses `severity:high severity:low`, which no finding meets. @throws QueryError */
function refuseContradiction(terms: readonly QueryTerm[]): void {
  const before = new Map<QueryField, readonly string[]>();
  for (const { at, negated, test } of terms) {
    if (negated || test.kind !== 'field' || !singleFields.has(test.field)) continue;
    const { field, values } = test;
    if (values.some(({ by, pieces }) => (by !== null && by !== '=') || pieces.length > 1)) continue;
    const asked = values.map(({ pieces }) => pieces[0] ?? '');
    const earlier = before.get(field);
    if (earlier !== undefined && !asked.some((one) => earlier.some((other) => fold(one) === fold(other)))) {
      const either = [...earlier, ...asked].join(',');
      throw new QueryError(`No finding has both; write ${field}:${either} for either`, at);
    }
    before.set(field, asked);
  }
}

interface ScannedTerm {
  readonly term: QueryTerm;
  readonly end: number;
  /** Whether an OR stands before it. */
  readonly opensAlternative: boolean;
}

/** The term at a place, with the words before it that join it to the last one or negate it. */
function scanJoined(text: string, at: number, isFirst: boolean): ScannedTerm {
  const joiner = joinerAt(text, at, isFirst);
  if (joiner === null) return { ...scanTerm(text, at), opensAlternative: false };
  const { kind } = joiner;
  const next = skipBlanks(text, joiner.end);
  refuseLoose(text, at, joiner, { next, isFirst });
  if (kind === 'and') return scanJoined(text, next, false);
  if (kind === 'or') return { ...scanJoined(text, next, false), opensAlternative: true };
  const { term, end } = scanTerm(text, next);
  return { term: { ...term, at, negated: true }, end, opensAlternative: false };
}

/** Refuses AND, OR and NOT with nothing to join, or before another of them. @throws QueryError */
function refuseLoose(
  text: string,
  at: number,
  { kind, written }: Joiner,
  { next, isFirst }: { readonly next: number; readonly isFirst: boolean },
): void {
  if (text[next] === '(') throw new QueryError(noBrackets, next);
  const follower = next >= text.length ? null : joinerAt(text, next, false);
  const isLoose =
    kind === 'not'
      ? next >= text.length || isMinus(text[next]) || follower !== null || written !== 'NOT'
      : next >= text.length || isFirst || (follower !== null && follower.kind !== 'not');
  if (!isLoose) return;
  const instead =
    kind === 'not'
      ? 'Use - to exclude: -severity:high, or quote the word'
      : `${written} needs a term before and after it, or quotes`;
  throw new QueryError(instead, at);
}

function parseAlternatives(text: string): QueryTerm[][] {
  if (text.length > longestQuery)
    throw new QueryError(`A query has at most ${String(longestQuery)} characters`, longestQuery);
  const alternatives: QueryTerm[][] = [[]];
  let count = 0;
  let index = skipBlanks(text, 0);
  while (index < text.length) {
    if (count >= maxTerms) throw new QueryError(`A query has at most ${String(maxTerms)} terms`, index);
    const { term, end, opensAlternative } = scanJoined(text, index, count === 0);
    if (end < text.length && !isBlank(text[end])) throw new QueryError('Add a space here', end);
    if (opensAlternative) alternatives.push([]);
    alternatives.at(-1)?.push(term);
    count += 1;
    index = skipBlanks(text, end);
  }
  for (const terms of alternatives) refuseContradiction(terms);
  return alternatives;
}

/**
 * Reads a query (terminal contract, "The query language"). An empty text matches everything; what cannot be
 * understood is answered with the place, an index into `text`, and never matches everything silently.
 */
export function parseQuery(
  text: string,
): { readonly kind: 'ok'; readonly query: Query } | ({ readonly kind: 'broken' } & QueryProblem) {
  try {
    return { kind: 'ok', query: { alternatives: parseAlternatives(text) } };
  } catch (error) {
    if (error instanceof QueryError) return { kind: 'broken', message: error.message, at: error.at };
    throw error;
  }
}
