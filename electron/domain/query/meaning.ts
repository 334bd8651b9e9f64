import { editableFields, syncStates, type EditableField } from '#contract/finding/finding.ts';
import {
  unreadStates,
  type Comparison,
  type Condition,
  type NumberColumn,
} from '#contract/finding/listing.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { hasRole } from '../deliverable/selection.ts';
import { hasBit } from './entry.ts';
import { fold } from '../text/words/fold.ts';
import { cweKey, keyOf } from './keys.ts';
import { updatedCondition } from './moment.ts';
import { looksLikeNetwork, matchNetwork } from './network.ts';
import { bareHost } from '../hosts/places.ts';
import { canonicalPieces } from '../hosts/host-name.ts';
import { nearestName } from '../text/words/nearest.ts';
import { foldSeverity, severityAliases } from '../finding/labels/severity-names.ts';
import {
  isNames,
  commentName,
  nobody,
  noTool,
  hasNames,
  QueryError,
  stateNames,
  verdictNames,
  type Query,
  type QueryField,
  type QueryProblem,
  type QueryTerm,
  type QueryValue,
} from './query.ts';
import { matchesPieces, matchPieces, type ValueMatch, type Wildcard } from './wildcard.ts';
import type { TextTest } from '../text/words/words.ts';

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
  /** Values that the engagement holds beyond the profile's; without it an unknown value is not refused. */
  readonly held?: (field: 'severity' | 'status') => readonly string[];
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

function plainValue(value: QueryValue): string {
  const [text, ...more] = value.pieces;
  if (text === undefined || more.length > 0)
    throw new QueryError('A * has no meaning in this value', value.start);
  return text;
}

function numberIs(column: Exclude<NumberColumn, 'updated_ms'>, to: number, by: Comparison = '='): Condition {
  return { kind: 'number', column, by, to };
}

/** The one of some names that a value is. @throws QueryError for any other, with the nearest one */
function nameIn<N extends string>(what: string, names: readonly N[], value: QueryValue): N {
  const typed = plainValue(value);
  const name = names.find((known) => known === typed.toLowerCase());
  if (name === undefined) throw unknownName(`Unknown ${what}`, typed, names, value.start);
  return name;
}

/** Other programs write `is:open`. @throws QueryError */
function refuseOtherField(value: QueryValue, { statuses, severities }: ServiceProfile): void {
  const typed = value.pieces.join('*').toLowerCase();
  if (isNames.some((name) => name === typed)) return;
  const field = statuses.includes(typed) ? 'status' : severities.includes(typed) ? 'severity' : null;
  if (field !== null) throw new QueryError(`Unknown state "${typed}". Write ${field}:${typed}`, value.start);
}

/** What a client may see of a provider's findings: neither private candidates nor what its status calls a draft. */
function published({ profile, held }: MeaningContext): Condition {
  const names = [...profile.statusRoles.draft, ...profile.statuses, ...(held?.('status') ?? [])];
  const drafts = new Set(names.filter((name) => hasRole(name, 'draft', profile)).map(keyOf));
  const isDraft = [...drafts].map((text): Condition => ({
    kind: 'text',
    column: 'status',
    how: 'equals',
    text,
  }));
  const ofDraft: Condition = { kind: 'all', of: [numberIs('candidate', 0), { kind: 'any', of: isDraft }] };
  return {
    kind: 'not',
    of: { kind: 'any', of: [numberIs('private', 1), ...(isDraft.length === 0 ? [] : [ofDraft])] },
  };
}

function isCondition(value: QueryValue, context: MeaningContext): Condition {
  const { profile } = context;
  refuseOtherField(value, profile);
  const name = nameIn('state', isNames, value);
  switch (name) {
    case 'candidate':
      return numberIs('candidate', 1);
    case 'private':
      return numberIs('private', 1);
    case 'public':
      return { kind: 'all', of: [numberIs('candidate', 1), numberIs('private', 0)] };
    case 'published':
      return published(context);
    case 'pending': {
      const settled = (['synced', 'gone'] as const).map((state) =>
        numberIs('sync', syncStates.indexOf(state)),
      );
      return { kind: 'not', of: { kind: 'any', of: settled } };
    }
    case 'held':
      return { kind: 'held' };
    case 'altered':
      return { kind: 'altered' };
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
  if (lower === commentName) return { kind: 'commented' };
  const field = editableFields.find((known) => known.toLowerCase() === lower) ?? otherMembers.get(lower);
  if (field === undefined) throw unknownName('Unknown field', typed, hasNames, value.start);
  return { kind: 'bits', mask: hasBit(field) };
}

/** Other programs call a status a state. */
function stateCondition(value: QueryValue): Condition {
  const typed = plainValue(value);
  const name = stateNames.find((known) => known === typed.toLowerCase());
  if (name !== undefined) return { kind: 'state', state: name };
  const near = nearestName(typed, stateNames);
  const hint =
    near === null ? `Known: ${stateNames.join(', ')}. Of a status write status:` : `Did you mean "${near}"?`;
  throw new QueryError(`Unknown state "${typed}". ${hint}`, value.start);
}

/** Part of a name is enough: people write the first one. */
function assigneeCondition({ pieces }: QueryValue): Condition {
  const isNobody = pieces.length === 1 && pieces[0]?.toLowerCase() === nobody;
  return { kind: 'assignee', pieces: isNobody ? null : pieces.map(fold) };
}

/** A whole name, as tools are called in lower case, or one with wildcards. */
function fromCondition({ pieces }: QueryValue): Condition {
  const isNone = pieces.length === 1 && pieces[0]?.toLowerCase() === noTool;
  return { kind: 'from', pieces: isNone ? null : pieces.map((piece) => piece.toLowerCase()) };
}

function verdictCondition(value: QueryValue): Condition {
  const name = nameIn('verdict', verdictNames, value);
  return { kind: 'verdict', verdict: name === 'none' ? null : name };
}

/** Whether a name, folded, is the one that is asked for or is covered by its wildcards. */
function isNamed(name: string, pieces: readonly string[]): boolean {
  return pieces.length === 1 ? name === pieces[0] : matchesPieces(name, pieces);
}

/** The ranks of the severities that a name or its wildcards stand for; aliases count if no name of the profile does. */
function ranksNamed(pieces: readonly string[], { severities }: ServiceProfile): number[] {
  const exact = pieces.length === 1 ? severities.findIndex((known) => fold(known) === pieces[0]) : -1;
  if (exact >= 0) return [exact];
  const named = [...severities.keys()].filter((rank) => isNamed(fold(severities[rank] ?? ''), pieces));
  if (named.length > 0) return named;
  const families = severityAliases.filter((name) => isNamed(name, pieces)).map(foldSeverity);
  return [...severities.keys()].filter((rank) => families.includes(foldSeverity(severities[rank] ?? '')));
}

/** `>=medium` means medium or more severe; an unknown severity is neither more nor less severe than any. */
function severityCompared(value: QueryValue, by: Comparison, { profile }: MeaningContext): Condition {
  const { severities } = profile;
  const typed = plainValue(value);
  const [rank] = ranksNamed([fold(typed)], profile);
  if (rank === undefined) {
    throw unknownName('Unknown severity', typed, severities, value.start);
  }
  const towardsSevere = { '<': '>', '<=': '>=', '=': '=', '>=': '<=', '>': '<' } as const;
  return {
    kind: 'all',
    of: [
      numberIs('severity_rank', rank, towardsSevere[by]),
      numberIs('severity_rank', severities.length, '<'),
    ],
  };
}

/** Known severities are stored as ranks: a name or a wildcard picks among them, and among the unknown ones. */
function severityMatches(value: QueryValue, context: MeaningContext): ValueMatch[] {
  const { by } = value;
  if (by !== null && by !== '=' && value.pieces.length === 1) {
    return [{ kind: 'condition', condition: severityCompared(value, by, context) }];
  }
  refuseComparison(value, 'A severity with a *');
  const ranks = ranksNamed(value.pieces.map(fold), context.profile);
  const known = ranks.map((rank): ValueMatch => ({
    kind: 'condition',
    condition: numberIs('severity_rank', rank),
  }));
  if (known.length > 0 && value.pieces.length === 1) return known;
  if (known.length === 0) refuseUnheld('severity', value, context);
  return [...known, matchPieces('severity', value.pieces)];
}

/** Refuses a value that neither the profile nor the engagement knows: it would find nothing, or exclude nothing. */
function refuseUnheld(
  field: 'severity' | 'status',
  value: QueryValue,
  { profile, held }: MeaningContext,
): void {
  const offered = field === 'severity' ? profile.severities : profile.statuses;
  const pieces = value.pieces.map(keyOf);
  const matches = (name: string): boolean => isNamed(keyOf(name), pieces);
  if (held === undefined || offered.some(matches)) return;
  const seen = held(field);
  if (seen.some(matches)) return;
  const known = [...new Map([...offered, ...seen].map((name) => [keyOf(name), name])).values()].filter(
    (name) => name.trim() !== '',
  );
  if (known.length > 0) {
    throw unknownName(`Unknown ${field}`, value.pieces.join('*'), known.slice(0, maxNamed), value.start);
  }
}

/** A list of what is known ends somewhere. */
const maxNamed = 20;

/** A score in digits, with a word if it was written with a comma. */
function cvssCondition(value: QueryValue): Condition {
  const typed = plainValue(value);
  const comma = /^(\d{1,2}),(\d+)$/u.exec(typed);
  if (!/^\d{1,3}(\.\d{1,6})?$/u.test(typed) || Number(typed) > 10) {
    const instead =
      comma === null ? 'a score is a number from 0 to 10, like 7.5' : `write ${typed.replace(',', '.')}`;
    throw new QueryError(`"${typed}" is not a score; ${instead}`, value.start);
  }
  return numberIs('cvss', Number(typed), value.by ?? '=');
}

function refuseComparison(value: QueryValue, what: string): void {
  if (value.by !== null && value.by !== '=') {
    throw new QueryError(`${what} has no order; ${value.by} works with severity, cvss and updated`, value.at);
  }
}

/** A network, or a host in whatever spelling: as it is typed, and in the one that `assetKeys` has too. */
function assetMatches(value: QueryValue): ValueMatch[] {
  const [text = ''] = value.pieces;
  const isWhole = value.pieces.length === 1;
  const inNetwork = isWhole ? matchNetwork(text) : null;
  if (inNetwork !== null) return inNetwork;
  if (isWhole && looksLikeNetwork(text)) {
    throw new QueryError(`"${text}" is no network; write asset:10.0.0.0/24`, value.start);
  }
  const host = isWhole ? [bareHost(text) ?? text] : canonicalPieces(value.pieces);
  // In a URL an address of version 6 stands between brackets.
  const inUrl = isWhole && host[0]?.includes(':') === true ? [[`[${host[0]}]`]] : [];
  return [value.pieces, host, ...inUrl].map((pieces) => matchPieces('assets', pieces));
}

function valueMatches(field: QueryField, value: QueryValue, context: MeaningContext): ValueMatch[] {
  const decided = (condition: Condition): ValueMatch[] => [{ kind: 'condition', condition }];
  switch (field) {
    case 'severity':
      return severityMatches(value, context);
    case 'cvss':
      return decided(cvssCondition(value));
    case 'updated':
      return decided(updatedCondition(plainValue(value), value.by, value.start, context.nowMs));
    case 'is':
      refuseComparison(value, '"is"');
      return decided(isCondition(value, context));
    case 'has':
      refuseComparison(value, '"has"');
      return decided(hasCondition(value));
    case 'state':
      refuseComparison(value, 'A state');
      return decided(stateCondition(value));
    case 'assignee':
      refuseComparison(value, 'An assignee');
      return decided(assigneeCondition(value));
    case 'verdict':
      refuseComparison(value, 'A verdict');
      return decided(verdictCondition(value));
    case 'from':
      refuseComparison(value, 'A tool');
      return decided(fromCondition(value));
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
      refuseComparison(value, 'A status');
      refuseUnheld('status', value, context);
      return [matchPieces('status', value.pieces)];
    case 'asset':
      refuseComparison(value, '"asset"');
      return assetMatches(value);
    case 'tag':
      refuseComparison(value, '"tag"');
      return [matchPieces('tags', value.pieces)];
  }
}

function asksForGone(terms: readonly QueryTerm[]): boolean {
  return terms.some(
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

/** What the terms of one alternative ask for. @throws QueryError */
function meaningsOf(terms: readonly QueryTerm[], context: MeaningContext): readonly Meaning[] {
  const meanings = terms.map(({ negated, test }): Meaning => {
    if (test.kind === 'text') return { negated, conditions: [], wildcards: [], text: test.test };
    const matches = once(test.values.flatMap((value) => valueMatches(test.field, value, context)));
    return {
      negated,
      conditions: matches.flatMap((match) => (match.kind === 'condition' ? [match.condition] : [])),
      wildcards: matches.flatMap((match) => (match.kind === 'wildcard' ? [match.wildcard] : [])),
      text: null,
    };
  });
  if (asksForGone(terms)) return meanings;
  const gone = numberIs('sync', syncStates.indexOf('gone'));
  return [...meanings, { negated: true, conditions: [gone], wildcards: [], text: null }];
}

/**
 * What each alternative of a query asks for under a profile at a moment. It leaves out findings that are gone unless it
 * asks for them (`is:gone`). What the profile or the moment cannot make sense of is answered with its place.
 */
export function meaningOf(
  query: Query,
  context: MeaningContext,
):
  | { readonly kind: 'ok'; readonly alternatives: readonly (readonly Meaning[])[] }
  | ({ readonly kind: 'broken' } & QueryProblem) {
  try {
    return { kind: 'ok', alternatives: query.alternatives.map((terms) => meaningsOf(terms, context)) };
  } catch (error) {
    if (error instanceof QueryError) return { kind: 'broken', message: error.message, at: error.at };
    throw error;
  }
}
