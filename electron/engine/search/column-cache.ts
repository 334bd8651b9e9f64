import type { Comparison, Condition } from '#contract/listing.ts';
import {
  lastListed,
  readNarrow,
  readNarrowSince,
  type NarrowColumn,
  type NarrowValue,
  type NarrowValues,
} from '#db/tables/findings/column-values.ts';
import { listsState, type ListsState } from '#db/tables/findings/order.ts';
import { selectUnordered } from '#db/tables/findings/queries.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { BitSet } from './bit-set.ts';

/*
 * The columns that a window's queries are about, kept by the thread that answers them. To read them for each letter is to
 * decipher 20 MB for 100,000 findings, and beside a sync nothing that SQLite itself keeps outlives a commit. After a change
 * only the rows written since are read again, as for the order (`order.ts`).
 */

/** Values by row number. A row that is in no list has none. */
type Values = (NarrowValue | undefined)[];

/** What is kept of a store, as it was when its lists had come so far. */
interface Kept {
  state: ListsState;
  readonly columns: Map<NarrowColumn, Values>;
  /** Columns that are to be kept and are not yet. */
  readonly wanted: Set<NarrowColumn>;
  /** What was read so far of the column that is read now. It answers nothing before all of it is there. */
  part: Part | null;
}

/** A column up to a row number; of rows behind that it may hold what changed meanwhile. */
interface Part {
  readonly column: NarrowColumn;
  readonly values: Values;
  readonly upTo: number;
}

/** So many rows of a column are read at once: a letter that comes meanwhile waits for some 10 ms, 20 for the first column. */
const rowsAtOnce = 10_000;

/** If more was written since, the columns are read anew: from about here on that is quicker. */
const mostMended = 20_000;

const kept = new WeakMap<ReadableDb, Kept>();

/**
 * The findings that meet a condition, perhaps of other engagements too; call it in the transaction that uses them.
 * SQL answers until the columns are cached (`fillColumnCache`).
 */
export function rowsMeeting(db: ReadableDb, project: string, condition: Condition): BitSet {
  const { columns, wanted } = refreshed(db);
  const missing = [...columnsIn(condition)].filter((column) => !columns.has(column));
  for (const column of missing) wanted.add(column);
  if (missing.length > 0) return new BitSet(selectUnordered(db, { project, condition }));
  const valuesOf = (column: NarrowColumn): Values => columns.get(column) ?? [];
  const every = (): BitSet => where(valuesOf(inEvery), () => true);

  function rowsOf(one: Condition): BitSet {
    switch (one.kind) {
      case 'text':
        return where(valuesOf(one.column), textTest(one));
      case 'number':
        return where(valuesOf(one.column), numberTest(one));
      case 'bits':
        return where(valuesOf('has'), (value) => typeof value === 'number' && (value & one.mask) !== 0);
      case 'commented':
      case 'named':
      case 'held':
      case 'state':
      case 'verdict':
        return new BitSet(selectUnordered(db, { project, condition: one }));
      case 'among':
        return new BitSet(one.findings);
      case 'all': {
        // What is denied is taken out of the rest: by itself it would be nearly everything.
        const asked = one.of.flatMap((part) => (part.kind === 'not' ? [] : [rowsOf(part)]));
        const denied = one.of.flatMap((part) => (part.kind === 'not' ? [rowsOf(part.of)] : []));
        const [first = every(), ...others] = asked;
        const met = others.reduce((left, right) => left.intersection(right), first);
        return denied.reduce((left, right) => left.without(right), met);
      }
      case 'any': {
        const [first = new BitSet(), ...others] = one.of.map(rowsOf);
        return others.reduce((left, right) => left.union(right), first);
      }
      case 'not':
        return every().without(rowsOf(one.of));
    }
  }
  return rowsOf(condition);
}

/** A column that says of every finding that it is listed. */
const inEvery = 'sync';

/** What most queries are about: read before anybody asks for it, so that the first letter about it is not the slow one. */
const usual: readonly NarrowColumn[] = [
  inEvery,
  'severity_rank',
  // A severity that is half typed is the name of none, and looked for as a text.
  'severity',
  'title',
  'status',
  'assets',
  'candidate',
];

function columnsIn(condition: Condition): Set<NarrowColumn> {
  switch (condition.kind) {
    case 'text':
    case 'number':
      return new Set([condition.column]);
    case 'bits':
      return new Set(['has']);
    case 'all':
    case 'any':
      return new Set<NarrowColumn>([inEvery, ...condition.of.flatMap((one) => [...columnsIn(one)])]);
    case 'not':
      return columnsIn(condition.of).add(inEvery);
    case 'among':
    case 'commented':
    case 'named':
    case 'held':
    case 'state':
    case 'verdict':
      return new Set();
  }
}

function textTest({ how, text }: Extract<Condition, { kind: 'text' }>): (value: NarrowValue) => boolean {
  switch (how) {
    case 'equals':
      return (value) => value === text;
    case 'starts':
      return (value) => typeof value === 'string' && value.startsWith(text);
    case 'ends':
      return (value) => typeof value === 'string' && value.endsWith(text);
    case 'contains':
      return (value) => typeof value === 'string' && value.includes(text);
  }
}

function numberTest({ by, to }: { by: Comparison; to: number }): (value: NarrowValue) => boolean {
  switch (by) {
    case '<':
      return (value) => typeof value === 'number' && value < to;
    case '<=':
      return (value) => typeof value === 'number' && value <= to;
    case '=':
      return (value) => value === to;
    case '>=':
      return (value) => typeof value === 'number' && value >= to;
    case '>':
      return (value) => typeof value === 'number' && value > to;
  }
}

function where(values: Values, meets: (value: NarrowValue) => boolean): BitSet {
  const rows = new BitSet();
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value !== undefined && meets(value)) rows.add(row);
  }
  return rows;
}

/**
 * Reads the next part of a column into the cache. Call it between answers until it returns false.
 * @param limit how many rows
 * @returns whether there was one
 */
export function fillColumnCache(db: ReadableDb, limit = rowsAtOnce): boolean {
  return readTransaction(db, () => {
    const now = refreshed(db);
    const part = now.part ?? begun(db, now);
    if (part === null) return false;
    const { column, values, upTo } = part;
    const read = readNarrow(db, column, { after: upTo, limit });
    put(new Map([[column, values]]), read);
    const last = read.findings.at(-1);
    now.part = last === undefined || read.findings.length < limit ? null : { column, values, upTo: last };
    if (now.part === null) {
      now.columns.set(column, values);
      now.wanted.delete(column);
    }
    return true;
  });
}

/** The next column that is wanted, of which nothing was read yet; null if none is. */
function begun(db: ReadableDb, { wanted }: Kept): Part | null {
  const [column] = wanted;
  if (column === undefined) return null;
  // Room for all of them: an array that grows by its highest number first becomes a table that is looked up.
  return { column, values: new Array<NarrowValue | undefined>(lastListed(db) + 1), upTo: 0 };
}

/** What is kept, as it is now: what cannot be brought up to date is wanted anew. */
function refreshed(db: ReadableDb): Kept {
  const state = listsState(db);
  const known = kept.get(db);
  if (known !== undefined && isMended(db, known, state)) return known;
  const wanted = known === undefined ? new Set(usual) : new Set([...known.columns.keys(), ...known.wanted]);
  const now: Kept = { state, columns: new Map(), wanted, part: null };
  kept.set(db, now);
  return now;
}

/** Brings what is kept up to date; false if too much changed, or something has left the lists. */
function isMended(db: ReadableDb, known: Kept, state: ListsState): boolean {
  if (known.state.left !== state.left) return false;
  const columns = new Map(known.columns);
  if (known.part !== null) columns.set(known.part.column, known.part.values);
  if (known.state.commits !== state.commits && columns.size > 0) {
    const since = known.state.commits;
    const changed = readNarrowSince(db, [...columns.keys()], { since, most: mostMended });
    if (changed === null) return false;
    put(columns, changed);
  }
  known.state = state;
  return true;
}

function put(columns: ReadonlyMap<NarrowColumn, Values>, { findings, values }: NarrowValues): void {
  for (const [column, from] of values) {
    const into = columns.get(column) ?? [];
    for (const [at, finding] of findings.entries()) into[finding] = from[at] ?? null;
  }
}
