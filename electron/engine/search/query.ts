import { DossierError } from '#contract/error.ts';
import { syncStates } from '#contract/finding/finding.ts';
import { sortFields, type Condition, type SortOrder } from '#contract/finding/listing.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { meaningOf, type Meaning } from '#domain/query/meaning.ts';
import { nearestName } from '#domain/text/words/nearest.ts';
import { everything, type Query, type QueryProblem } from '#domain/query/query.ts';
import { candidateCondition, matchesWildcard, type Wildcard } from '#domain/query/wildcard.ts';
import { hasWords, type TextTest } from '#domain/text/words/words.ts';
import { dueCount, dueFindingsOf } from '#db/tables/findings/fulltext.ts';
import {
  distinctValues,
  goneFindings,
  readColumn,
  selectFindings,
  selectUnordered,
} from '#db/tables/findings/queries.ts';
import { isKeptByStore, readOrder } from '#db/tables/findings/order.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { sortIndex, type SortIndex } from './sort-index.ts';
import { searchableFinding } from '../record/list-rows.ts';
import { BitSet } from './bit-set.ts';
import { postingsOf } from './posting-cache.ts';

/** Findings whose text is not indexed yet are read one by one up to this many. */
const maxScanned = 2_000;

/** Which findings of an engagement, in which order. */
export interface ListQuestion {
  readonly project: string;
  readonly query?: Query | undefined;
  /** `FIELD` or `FIELD:desc`; severity if absent. */
  readonly sort?: string | undefined;
  readonly limit?: number | undefined;
  /** How many findings that are not indexed yet may be read one by one for it; a search beyond says so. */
  readonly maxRead?: number | undefined;
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

/** The error for a query that cannot be understood. */
export function queryError({ message, at }: QueryProblem): DossierError {
  return new DossierError('query', message, { at });
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
interface DueText {
  readonly words: ReadonlyMap<number, string>;
  readonly behind: number;
}

const nothingDue: DueText = { words: new Map(), behind: 0 };

function readDue(db: ReadableDb, project: string, max: number): DueText {
  const due = dueFindingsOf(db, project, max + 1);
  if (due.length > max) return { words: new Map(), behind: dueCount(db, project) };
  return { words: new Map(due.map((finding) => [finding, searchableFinding(db, finding)])), behind: 0 };
}

/** The findings that have the words: by the full text, or by what they hold now if it does not hold that yet. */
function meetingText(db: ReadableDb, test: TextTest, due: ReadonlyMap<number, string>): BitSet {
  const indexed = postingsOf(db, test);
  if (due.size === 0) return indexed;
  const met = [...due].filter(([, words]) => hasWords(words, test)).map(([finding]) => finding);
  return indexed.without(new BitSet(due.keys())).union(new BitSet(met));
}

/** Up to this many findings are looked up one by one; above, reading the whole narrow table is quicker. */
const maxLookedUp = 20_000;

/** What the words of a query leave: findings that have all of the asked ones, and none of the excluded ones. */
interface TextAnswer {
  /** Null if no word is asked for. */
  readonly met: BitSet | null;
  readonly excluded: readonly BitSet[];
  readonly behind: number;
}

function searchText(db: ReadableDb, meanings: readonly Meaning[], due: DueText): TextAnswer {
  const texts = meanings.flatMap(({ text, negated }) => (text === null ? [] : [{ text, negated }]));
  if (texts.length === 0) return { met: null, excluded: [], behind: 0 };
  const found = texts.map(({ text, negated }) => ({ negated, met: meetingText(db, text, due.words) }));
  const asked = found.filter(({ negated }) => !negated).map(({ met }) => met);
  const [first, ...others] = asked.sort((one, two) => one.size - two.size);
  return {
    met: first === undefined ? null : others.reduce((left, other) => left.intersection(other), first),
    excluded: found.filter(({ negated }) => negated).map(({ met }) => met),
    behind: due.behind,
  };
}

function meaningsOf(
  db: ReadableDb,
  { project, query = everything, nowMs, profile }: ListQuestion,
): readonly (readonly Meaning[])[] {
  const known = new Map<'severity' | 'status', readonly string[]>();
  const held = (field: 'severity' | 'status'): readonly string[] => {
    const values =
      known.get(field) ?? distinctValues(db, { project, column: field, unranked: profile.severities.length });
    known.set(field, values);
    return values;
  };
  const meaning = meaningOf(query, { nowMs, profile, held });
  if (meaning.kind === 'broken') throw queryError(meaning);
  return meaning.alternatives;
}

/** What SQL selects for one alternative, and what is to be left of that by its words. */
interface Narrowing {
  readonly condition: Condition;
  /** Whether nothing is asked but words, if anything at all. */
  readonly wordsAlone: boolean;
  /** What has all the words that are asked for; null if none is. */
  readonly words: BitSet | null;
  /** What has words that are not to be there. */
  readonly excluded: readonly BitSet[];
  readonly behind: number;
}

function narrowings(db: ReadableDb, question: ListQuestion): readonly Narrowing[] {
  const alternatives = meaningsOf(db, question);
  const { project, maxRead = maxScanned } = question;
  const asksText = alternatives.some((meanings) => meanings.some(({ text }) => text !== null));
  const due = asksText ? readDue(db, project, maxRead) : nothingDue;
  return alternatives.map((meanings) => narrowing(db, project, meanings, due));
}

function narrowing(db: ReadableDb, project: string, meanings: readonly Meaning[], due: DueText): Narrowing {
  const { met, excluded, behind } = searchText(db, meanings, due);
  const narrow = meanings.filter(({ text }) => text === null);
  const conditions = narrow.map((one) => conditionOf(db, project, one));
  const among: Condition[] =
    met !== null && met.size <= maxLookedUp ? [{ kind: 'among', findings: met.rows() }] : [];
  return {
    condition: { kind: 'all', of: [...conditions, ...among] },
    wordsAlone: narrow.length > 0 && narrow.every(leavesGoneOut),
    words: met,
    excluded,
    behind,
  };
}

/** Whether nothing is asked: everything is found that is not gone. */
function asksForAll(narrowed: Narrowing): boolean {
  return narrowed.wordsAlone && !asksForWords(narrowed);
}

/** Whether SQL would have to put in order what words alone leave too much of, or the whole engagement. */
function leavesMuch({ wordsAlone, words }: Narrowing): boolean {
  return wordsAlone && (words === null || words.size > maxLookedUp);
}

function asksForWords({ words, excluded }: Narrowing): boolean {
  return words !== null || excluded.length > 0;
}

/** Whether a term says only what every query says that does not ask for what is gone. */
function leavesGoneOut({ negated, conditions, wildcards }: Meaning): boolean {
  const [only, ...more] = conditions;
  return (
    negated &&
    more.length === 0 &&
    wildcards.length === 0 &&
    only?.kind === 'number' &&
    only.column === 'sync' &&
    only.by === '=' &&
    only.to === syncStates.indexOf('gone')
  );
}

/**
 * What a narrowing leaves, among findings of other engagements perhaps. If only words are asked, what they were found
 * in is all that there can be.
 */
function foundAnywhere(db: ReadableDb, project: string, narrowed: Narrowing): BitSet {
  const { wordsAlone, words, condition } = narrowed;
  if (!wordsAlone || words === null)
    return worded(new BitSet(selectUnordered(db, { project, condition })), narrowed);
  return worded(words, narrowed).without(new BitSet(goneFindings(db, project)));
}

/** What one or the other alternative leaves, see `foundAnywhere`. */
function foundByAny(db: ReadableDb, project: string, alternatives: readonly Narrowing[]): BitSet {
  return alternatives
    .map((narrowed) => foundAnywhere(db, project, narrowed))
    .reduce((found, more) => found.union(more));
}

/** The same for a caller that has all findings of the engagement, gone ones among them, at hand. */
function foundAmongAll(
  db: ReadableDb,
  project: string,
  alternatives: readonly Narrowing[],
  all: Uint32Array,
): BitSet {
  return alternatives.length === 1 && alternatives.every(asksForAll)
    ? new BitSet(all).without(new BitSet(goneFindings(db, project)))
    : foundByAny(db, project, alternatives);
}

function maxBehind(alternatives: readonly Narrowing[]): number {
  return Math.max(...alternatives.map(({ behind }) => behind));
}

/** Of findings those that have the words that are asked for, and none of the others. */
function worded(findings: BitSet, { words, excluded }: Narrowing): BitSet {
  const met = words === null ? findings : findings.intersection(words);
  return excluded.reduce((rest, one) => rest.without(one), met);
}

/** Whether a finding that SQL selected for one of the alternatives has the words of one that selects it. */
function foundAmong(
  db: ReadableDb,
  project: string,
  alternatives: readonly Narrowing[],
): (finding: number) => boolean {
  const [only, ...others] = alternatives;
  if (only !== undefined && others.length === 0) {
    const { words, excluded } = only;
    return (finding) => (words?.has(finding) ?? true) && !excluded.some((each) => each.has(finding));
  }
  const found = foundByAny(db, project, alternatives);
  return (finding) => found.has(finding);
}

/**
 * The findings of an engagement that meet a query, as row numbers in order (`listRows` gives the rows of those
 * in view). Works on the narrow table and the full text alone, whatever the findings hold.
 * Throws DossierError('query') for an unknown sort field or a value that means nothing under the profile.
 */
export function queryFindings(db: ReadableDb, question: ListQuestion): ListAnswer {
  const order = parseSort(question.sort);
  const { project, limit } = question;
  return readTransaction(db, () => {
    const alternatives = narrowings(db, question);
    const behind = maxBehind(alternatives);
    if (isKeptByStore(order) && alternatives.every(leavesMuch)) {
      const all = readOrder(db, project, order);
      const found = foundAmongAll(db, project, alternatives, all);
      return { findings: inOrder({ order: { findings: all }, found }, limit), behind };
    }
    const condition: Condition = { kind: 'any', of: alternatives.map((narrowed) => narrowed.condition) };
    const selected = selectFindings(db, { project, condition, order });
    const isFound = foundAmong(db, project, alternatives);
    return { findings: Uint32Array.from(selected.filter(isFound).slice(0, limit)), behind };
  });
}

/**
 * The same for a caller that needs all of it: `queryFindings` would leave out what its words may be in.
 *
 * @throws DossierError as `queryFindings`; `indexing` while too much text is due
 */
export function queryWhole(db: ReadableDb, question: ListQuestion): Uint32Array {
  const { findings, behind } = queryFindings(db, question);
  if (behind === 0) return findings;
  throw new DossierError(
    'indexing',
    `The text of ${String(behind)} findings is not indexed yet. Try again in a moment, or search without words.`,
  );
}

/** What a query finds, and the order of the whole engagement that it stands in. */
export interface Placed {
  readonly order: SortIndex;
  /** Row numbers; what is not in the order belongs to other engagements. */
  readonly found: BitSet;
  /** See `ListAnswer`. */
  readonly behind: number;
}

/**
 * The same for a caller that asks again and again, as a window does with each key: the order is kept in between.
 * Throws as `queryFindings`.
 */
export function queryPlaced(db: ReadableDb, question: Omit<ListQuestion, 'limit'>): Placed {
  const { project } = question;
  const sort = parseSort(question.sort);
  return readTransaction(db, () => {
    const alternatives = narrowings(db, question);
    const order = sortIndex(db, { project, order: sort });
    return {
      order,
      found: foundAmongAll(db, project, alternatives, order.findings),
      behind: maxBehind(alternatives),
    };
  });
}

/** What `queryPlaced` finds as row numbers in order, as `queryFindings` gives them. Throws as that. */
export function queryAgain(db: ReadableDb, question: Omit<ListQuestion, 'limit'>): ListAnswer {
  const placed = queryPlaced(db, question);
  return { findings: inOrder(placed), behind: placed.behind };
}

/** The row numbers of what was found, in order. @param limit how many of the first ones */
export function inOrder(
  { order, found }: { readonly order: Pick<SortIndex, 'findings'>; readonly found: BitSet },
  limit = order.findings.length,
): Uint32Array {
  const rows = new Uint32Array(Math.min(limit, found.size));
  let count = 0;
  for (let place = 0; place < order.findings.length && count < rows.length; place += 1) {
    const finding = order.findings[place] ?? 0;
    if (!found.has(finding)) continue;
    rows[count] = finding;
    count += 1;
  }
  return rows.subarray(0, count);
}

/**
 * How many findings of an engagement meet a query: by what is kept for the list itself.
 * Throws as `queryFindings`.
 */
export function countFindings(db: ReadableDb, question: Omit<ListQuestion, 'sort' | 'limit'>): number {
  const { order, found } = queryPlaced(db, question);
  return order.findings.reduce((count, finding) => (found.has(finding) ? count + 1 : count), 0);
}
