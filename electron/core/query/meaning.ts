import { editableFields, syncStates, type EditableField } from '#contract/finding.ts';
import { unreadStates, type Comparison, type Condition, type NumberColumn } from '#contract/listing.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { hasBit } from './entry.ts';
import { fold } from './fold.ts';
import { cweKey, keyOf } from './keys.ts';
import { updatedCondition } from './moment.ts';
import { nearestName } from '../nearest.ts';
import {
  isNames,
  QueryError,
  verdictNames,
  type Query,
  type QueryField,
  type QueryProblem,
  type QueryValue,
} from './query.ts';
import { matchesPieces, matchPieces, type ValueMatch, type Wildcard } from './wildcard.ts';
import type { TextTest } from './words.ts';

/** One term of a query, ready to be decided; each part that holds is enough. */
export interface Meaning {
  readonly negated: boolean;
  readonly conditions: readonly Condition[];
  readonly wildcards: readonly Wildcard[];
  readonly text: TextTest | null;
}

export interface MeaningContext {
  readonly profile: ServiceProfile;
  readonly nowMs: number;
}

/** Names that `has:` takes beside those of the interface. */
const otherMembers: ReadonlyMap<string, EditableField> = new Map([
  ['assets', 'asset'],
  ['tag', 'tags'],
  ['reference', 'references'],
  ['request', 'requests'],
]);

function unknownName(what: string, name: string, known: readonly string[], at: number): QueryError {
  const near = nearestName(name, known);
  const hint = near === null ? `Known: ${known.join(', ')}` : `Did you mean "${near}"?`;
  return new QueryError(`${what} "${name}". ${hint}`, at);
}

/** Where the value itself begins, behind its comparison. */
function placeOf(value: QueryValue): number {
  return value.at + (value.by?.length ?? 0);
}

function plainValue(value: QueryValue): string {
  const [text, ...more] = value.pieces;
  if (text === undefined || more.length > 0)
    throw new QueryError('A * has no meaning in this value', placeOf(value));
  return text;
}

function numberIs(column: Exclude<NumberColumn, 'updated_ms'>, to: number, by: Comparison = '='): Condition {
  return { kind: 'number', column, by, to };
}

function isCondition(value: QueryValue): Condition {
  const typed = plainValue(value);
  const name = isNames.find((known) => known === typed.toLowerCase());
  switch (name) {
    case undefined:
      throw unknownName('Nothing is ever', typed, isNames, placeOf(value));
    case 'candidate':
      return numberIs('candidate', 1);
    case 'private':
      return numberIs('private', 1);
    case 'public':
      return { kind: 'all', of: [numberIs('candidate', 1), numberIs('private', 0)] };
    case 'pending': {
      const settled = (['synced', 'gone'] as const).map((state) =>
        numberIs('sync', syncStates.indexOf(state)),
      );
      return { kind: 'not', of: { kind: 'any', of: settled } };
    }
    case 'unread':
      return numberIs('unread', 0, '>');
    case 'new':
    case 'changed':
      return numberIs('unread', 1 + unreadStates.indexOf(name));
    case 'synced':
    case 'queued':
    case 'sending':
    case 'conflict':
    case 'rejected':
    case 'unknown':
    case 'gone':
      return numberIs('sync', syncStates.indexOf(name));
  }
}

function hasCondition(value: QueryValue): Condition {
  const typed = plainValue(value);
  const lower = typed.toLowerCase();
  const field = editableFields.find((known) => known.toLowerCase() === lower) ?? otherMembers.get(lower);
  if (field === undefined) throw unknownName('A finding has no field', typed, editableFields, placeOf(value));
  return { kind: 'bits', mask: hasBit(field) };
}

function verdictCondition(value: QueryValue): Condition {
  const typed = plainValue(value);
  const name = verdictNames.find((known) => known === typed.toLowerCase());
  if (name === undefined) throw unknownName('There is no verdict', typed, verdictNames, placeOf(value));
  return { kind: 'verdict', verdict: name === 'none' ? null : name };
}

/** `>=medium` means medium or more severe; an unknown severity is neither more nor less severe than any. */
function severityCondition(value: QueryValue, profile: ServiceProfile): Condition {
  const { severities } = profile;
  const typed = plainValue(value);
  const rank = severities.findIndex((known) => fold(known) === fold(typed));
  if (value.by === null || value.by === '=') {
    if (rank >= 0) return numberIs('severity_rank', rank);
    return { kind: 'text', column: 'severity', how: 'equals', text: keyOf(typed) };
  }
  if (rank < 0) throw unknownName('Nothing is more or less severe than', typed, severities, placeOf(value));
  const towardsSevere = { '<': '>', '<=': '>=', '>=': '<=', '>': '<' } as const;
  return {
    kind: 'all',
    of: [
      numberIs('severity_rank', rank, towardsSevere[value.by]),
      numberIs('severity_rank', severities.length, '<'),
    ],
  };
}

/** Known severities are stored as ranks: a wildcard picks among their names, and among the unknown ones. */
function severityMatches(value: QueryValue, profile: ServiceProfile): ValueMatch[] {
  if (value.pieces.length === 1) return [{ kind: 'condition', condition: severityCondition(value, profile) }];
  refuseComparison(value, 'A severity with a *');
  const pieces = value.pieces.map(fold);
  const ranks = [...profile.severities.entries()].filter(([, name]) => matchesPieces(fold(name), pieces));
  const known = ranks.map(([rank]): ValueMatch => ({
    kind: 'condition',
    condition: numberIs('severity_rank', rank),
  }));
  return [...known, matchPieces('severity', value.pieces)];
}

function cvssCondition(value: QueryValue): Condition {
  const typed = plainValue(value);
  if (!/^\d{1,3}(\.\d{1,6})?$/u.test(typed))
    throw new QueryError(`"${typed}" is not a score; a score is a number like 7.5`, placeOf(value));
  return numberIs('cvss', Number(typed), value.by ?? '=');
}

function refuseComparison(value: QueryValue, what: string): void {
  if (value.by !== null && value.by !== '=') {
    throw new QueryError(`${what} has no order; ${value.by} works with severity, cvss and updated`, value.at);
  }
}

const columns = { status: 'status', asset: 'assets', tag: 'tags' } as const;

function valueMatches(field: QueryField, value: QueryValue, context: MeaningContext): ValueMatch[] {
  const decided = (condition: Condition): ValueMatch[] => [{ kind: 'condition', condition }];
  switch (field) {
    case 'severity':
      return severityMatches(value, context.profile);
    case 'cvss':
      return decided(cvssCondition(value));
    case 'updated':
      return decided(updatedCondition(plainValue(value), value.by, placeOf(value), context.nowMs));
    case 'is':
      refuseComparison(value, '"is"');
      return decided(isCondition(value));
    case 'has':
      refuseComparison(value, '"has"');
      return decided(hasCondition(value));
    case 'verdict':
      refuseComparison(value, 'A verdict');
      return decided(verdictCondition(value));
    case 'id':
      refuseComparison(value, 'An identifier');
      return decided({ kind: 'named', ids: [plainValue(value)] });
    case 'title':
    case 'owasp':
      refuseComparison(value, `"${field}"`);
      return [matchPieces(field, value.pieces.length === 1 ? ['', ...value.pieces, ''] : value.pieces)];
    case 'cwe':
      refuseComparison(value, '"cwe"');
      return [matchPieces('cwe', value.pieces.length === 1 ? value.pieces.map(cweKey) : value.pieces)];
    case 'status':
    case 'asset':
    case 'tag':
      refuseComparison(value, `"${field}"`);
      return [matchPieces(columns[field], value.pieces)];
  }
}

function asksForGone(query: Query): boolean {
  return query.terms.some(
    ({ negated, test }) =>
      !negated &&
      test.kind === 'field' &&
      test.field === 'is' &&
      test.values.some((value) => value.pieces.join('*').toLowerCase() === 'gone'),
  );
}

/** What is said twice is decided once, and of all names together: each takes a look at every finding. */
function once(matches: readonly ValueMatch[]): ValueMatch[] {
  const names = matches.flatMap((match) =>
    match.kind === 'condition' && match.condition.kind === 'named' ? match.condition.ids : [],
  );
  if (names.length > 0) return [{ kind: 'condition', condition: { kind: 'named', ids: names } }];
  return [...new Map(matches.map((match) => [JSON.stringify(match), match])).values()];
}

/**
 * What a query asks for under a profile at a moment. Findings that are gone are left out unless the query asks
 * for them (`is:gone`). What the profile or the moment cannot make sense of is answered with its place.
 */
export function meaningOf(
  query: Query,
  context: MeaningContext,
):
  | { readonly kind: 'ok'; readonly meanings: readonly Meaning[] }
  | ({ readonly kind: 'broken' } & QueryProblem) {
  try {
    const meanings = query.terms.map(({ negated, test }): Meaning => {
      if (test.kind === 'text') return { negated, conditions: [], wildcards: [], text: test.test };
      const matches = once(test.values.flatMap((value) => valueMatches(test.field, value, context)));
      return {
        negated,
        conditions: matches.flatMap((match) => (match.kind === 'condition' ? [match.condition] : [])),
        wildcards: matches.flatMap((match) => (match.kind === 'wildcard' ? [match.wildcard] : [])),
        text: null,
      };
    });
    if (asksForGone(query)) return { kind: 'ok', meanings };
    const gone = numberIs('sync', syncStates.indexOf('gone'));
    return {
      kind: 'ok',
      meanings: [...meanings, { negated: true, conditions: [gone], wildcards: [], text: null }],
    };
  } catch (error) {
    if (error instanceof QueryError) return { kind: 'broken', message: error.message, at: error.at };
    throw error;
  }
}
