import { DossierError } from '#contract/error.ts';
import { sortFields, type Condition, type SortOrder } from '#contract/listing.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { meaningOf, type Meaning } from '#core/query/meaning.ts';
import { nearestName } from '#core/nearest.ts';
import type { Query } from '#core/query/query.ts';
import { candidateCondition, matchesWildcard, type Wildcard } from '#core/query/wildcard.ts';
import { hasWords, matchExpression, type TextTest } from '#core/query/words.ts';
import { dueCount, dueFindingsOf, matchText } from '#db/fulltext.ts';
import { countSelected, readColumn, selectFindings } from '#db/queries.ts';
import type { ReadableDb } from '#db/types.ts';
import { searchableFinding } from './refresh.ts';

/** Findings whose text is not indexed yet are read one by one up to this many; a search beyond says so. */
const mostScanned = 2_000;

/** Which findings of an engagement, in which order. */
export interface ListQuestion {
  readonly project: string;
  readonly query?: Query | undefined;
  /** `FIELD` or `FIELD:desc`; severity where absent. */
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
  readonly nowMs: number;
  readonly profile: ServiceProfile;
}

/** What was found. */
export interface ListAnswer {
  /** Row numbers in order. */
  readonly findings: Uint32Array;
  /** Findings whose text could not be searched, because the full text has not caught up with them. */
  readonly behind: number;
}

/** Reads `FIELD[:desc]`. Throws DossierError('query') for a field that no list is sorted by. */
function parseSort(sort: string | undefined): SortOrder {
  if (sort === undefined) return { field: 'severity', descending: false };
  const [name = '', direction, ...more] = sort.trim().split(':');
  const field = sortFields.find((known) => known === name.toLowerCase());
  if (field === undefined) {
    const near = nearestName(name, sortFields);
    const hint = near === null ? `Known: ${sortFields.join(', ')}.` : `Did you mean "${near}"?`;
    throw new DossierError('query', `Findings cannot be sorted by "${name}". ${hint}`);
  }
  if (more.length > 0 || (direction !== undefined && !['asc', 'desc'].includes(direction.toLowerCase()))) {
    throw new DossierError('query', `"${sort}" is no order; write ${field} or ${field}:desc.`);
  }
  return { field, descending: direction?.toLowerCase() === 'desc' };
}

/** The message for a query that cannot be understood; places are counted from 1 for a person. */
export function queryError(problem: { readonly message: string; readonly at: number }): DossierError {
  return new DossierError('query', `${problem.message} (query, character ${String(problem.at + 1)})`);
}

function wildcardCondition(db: ReadableDb, project: string, wildcard: Wildcard): Condition {
  const { column } = wildcard;
  const candidates = readColumn(db, { project, column, condition: candidateCondition(wildcard) });
  const met = candidates.filter(({ content }) => matchesWildcard(content, wildcard));
  return { kind: 'among', findings: met.map(({ finding }) => finding) };
}

function conditionOf(db: ReadableDb, project: string, meaning: Meaning): Condition {
  const wildcards = meaning.wildcards.map((wildcard) => wildcardCondition(db, project, wildcard));
  const any: Condition = { kind: 'any', of: [...meaning.conditions, ...wildcards] };
  return meaning.negated ? { kind: 'not', of: any } : any;
}

/** The words of findings that the index does not hold yet; too many are left to `behind`. */
function readDue(db: ReadableDb, project: string): { words: Map<number, string>; behind: number } {
  const due = dueFindingsOf(db, project, mostScanned + 1);
  if (due.length > mostScanned) return { words: new Map(), behind: dueCount(db, project) };
  return { words: new Map(due.map((finding) => [finding, searchableFinding(db, finding)])), behind: 0 };
}

function meetingText(db: ReadableDb, test: TextTest, due: ReadonlyMap<number, string>): Set<number> {
  const met = new Set(matchText(db, matchExpression(test)));
  for (const [finding, words] of due) {
    if (hasWords(words, test)) met.add(finding);
    else met.delete(finding);
  }
  return met;
}

/** Up to this many findings are looked up one by one; above, reading the whole narrow table is quicker. */
const mostLookedUp = 20_000;

/** What the words of a query leave: findings that have all of the asked ones, and none of the excluded ones. */
interface TextAnswer {
  /** Null where no word is asked for. */
  readonly met: ReadonlySet<number> | null;
  readonly excluded: readonly ReadonlySet<number>[];
  readonly behind: number;
}

function searchText(db: ReadableDb, project: string, meanings: readonly Meaning[]): TextAnswer {
  const texts = meanings.flatMap(({ text, negated }) => (text === null ? [] : [{ text, negated }]));
  if (texts.length === 0) return { met: null, excluded: [], behind: 0 };
  const due = readDue(db, project);
  const found = texts.map(({ text, negated }) => ({ negated, met: meetingText(db, text, due.words) }));
  const asked = found.filter(({ negated }) => !negated).map(({ met }) => met);
  const [first, ...others] = asked.sort((one, two) => one.size - two.size);
  return {
    met: first === undefined ? null : others.reduce((left, other) => left.intersection(other), first),
    excluded: found.filter(({ negated }) => negated).map(({ met }) => met),
    behind: due.behind,
  };
}

function meaningsOf(question: Pick<ListQuestion, 'query' | 'nowMs' | 'profile'>): readonly Meaning[] {
  const meaning = meaningOf(question.query ?? { terms: [] }, question);
  if (meaning.kind === 'broken') throw queryError(meaning);
  return meaning.meanings;
}

function narrowConditions(db: ReadableDb, project: string, meanings: readonly Meaning[]): Condition[] {
  return meanings.filter(({ text }) => text === null).map((one) => conditionOf(db, project, one));
}

/**
 * How many findings of an engagement meet a query; without words in it nothing is sorted or listed for that.
 * Throws as `queryFindings`.
 */
export function countFindings(db: ReadableDb, question: Omit<ListQuestion, 'sort' | 'limit'>): number {
  const meanings = meaningsOf(question);
  if (meanings.some(({ text }) => text !== null)) return queryFindings(db, question).findings.length;
  const { project } = question;
  return countSelected(db, {
    project,
    condition: { kind: 'all', of: narrowConditions(db, project, meanings) },
  });
}

/**
 * The findings of an engagement that meet a query, as row numbers in order (`listRows` gives the rows of those
 * in view). Works on the narrow table and the full text alone, whatever the findings hold.
 * Throws DossierError('query') for an unknown sort field or a value that means nothing under the profile.
 */
export function queryFindings(db: ReadableDb, question: ListQuestion): ListAnswer {
  const order = parseSort(question.sort);
  const meanings = meaningsOf(question);
  const { project } = question;
  const { met, excluded, behind } = searchText(db, project, meanings);
  const conditions = narrowConditions(db, project, meanings);
  if (met !== null && met.size <= mostLookedUp) conditions.push({ kind: 'among', findings: [...met] });
  const selected = selectFindings(db, { project, condition: { kind: 'all', of: conditions }, order });
  const findings = selected.filter(
    (finding) => (met?.has(finding) ?? true) && !excluded.some((each) => each.has(finding)),
  );
  return { findings: Uint32Array.from(findings.slice(0, question.limit)), behind };
}
