import { comparisons, type Comparison } from '#contract/listing.ts';
import { fieldNames, knownField } from './fields.ts';
import { nearestName } from '../nearest.ts';
import {
  QueryError,
  type Query,
  type QueryProblem,
  type QueryTerm,
  type QueryTest,
  type QueryValue,
} from './query.ts';
import { isBlank, scanBare, scanQuoted, type Scanned } from './scan.ts';
import { canBegin, wordsOf } from './words.ts';

const longestQuery = 10_000;
const mostTerms = 100;
const fieldStart = /[A-Za-z][A-Za-z_]*(?=:)/uy;

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

function scanValue(text: string, at: number): { value: QueryValue; end: number } {
  const by = comparisonAt(text, at);
  const start = at + (by?.length ?? 0);
  const scanned = text[start] === '"' ? scanQuoted(text, start) : scanBare(text, start, { comma: true });
  if (scanned.pieces.length === 1 && scanned.pieces[0]?.trim() === '') {
    throw new QueryError('A value is missing here', start);
  }
  return { value: { at, by, pieces: scanned.pieces }, end: scanned.end };
}

function comparisonAt(text: string, at: number): Comparison | null {
  return comparisons.find((sign) => text.startsWith(sign, at)) ?? null;
}

function scanField(text: string, name: string, at: number): { test: QueryTest; end: number } {
  const field = knownField(name);
  if (field === null) {
    const near = nearestName(name, fieldNames);
    const hint =
      near === null
        ? `Known fields: ${fieldNames.join(', ')}; in quotes it is looked for as text`
        : `Did you mean "${near}"?`;
    throw new QueryError(`There is no field "${name}" to ask for. ${hint}`, at);
  }
  const values: QueryValue[] = [];
  let index = at + name.length;
  do {
    const { value, end } = scanValue(text, index + 1);
    values.push(value);
    index = end;
  } while (text[index] === ',');
  return { test: { kind: 'field', field, values }, end: index };
}

function scanTerm(text: string, at: number): { term: QueryTerm; end: number } {
  const negated = text[at] === '-';
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
  const scanned = text[start] === '"' ? scanQuoted(text, start) : scanBare(text, start, { comma: false });
  return { term: { at, negated, test: textTest(scanned) }, end: scanned.end };
}

function parseTerms(text: string): QueryTerm[] {
  if (text.length > longestQuery)
    throw new QueryError(`A query has at most ${String(longestQuery)} characters`, longestQuery);
  const terms: QueryTerm[] = [];
  let index = skipBlanks(text, 0);
  while (index < text.length) {
    if (terms.length >= mostTerms)
      throw new QueryError(`A query has at most ${String(mostTerms)} terms`, index);
    const { term, end } = scanTerm(text, index);
    if (end < text.length && !isBlank(text[end])) throw new QueryError('A blank is missing here', end);
    terms.push(term);
    index = skipBlanks(text, end);
  }
  return terms;
}

/**
 * Reads a query (terminal contract, "The query language"). An empty text matches everything; what cannot be
 * understood is answered with the place, an index into `text`, and never matches everything silently.
 */
export function parseQuery(
  text: string,
): { readonly kind: 'ok'; readonly query: Query } | ({ readonly kind: 'broken' } & QueryProblem) {
  try {
    return { kind: 'ok', query: { terms: parseTerms(text) } };
  } catch (error) {
    if (error instanceof QueryError) return { kind: 'broken', message: error.message, at: error.at };
    throw error;
  }
}
