import type { Comparison, Condition } from '#contract/listing.ts';
import {
  countNarrow,
  readNarrow,
  readNarrowSince,
  type NarrowColumn,
  type NarrowValue,
  type NarrowValues,
} from '#db/narrow.ts';
import { commitCount } from '#db/order.ts';
import { selectUnordered } from '#db/queries.ts';
import type { ReadableDb } from '#db/types.ts';
import { RowSet } from './row-set.ts';

/*
 * The columns that a window's queries are about, kept by the thread that answers them. To read them for each letter is to
 * decipher 20 MB for 100,000 findings, and beside a sync nothing that SQLite itself keeps outlives a commit. After a change
 * only the rows written since are read again, as for the order (`order.ts`).
 */

/** Values by row number. A row that is in no list has none. */
type Values = (NarrowValue | undefined)[];

/** What is kept of a store, as it stood after so many commits. */
interface Kept {
  commits: number;
  /** How many findings have values. */
  findings: number;
  readonly columns: Map<NarrowColumn, Values>;
}

/** Where more was written since, the columns are read anew: from about here on that is quicker. */
const mostMended = 20_000;

const kept = new WeakMap<ReadableDb, Kept>();

/**
 * The findings that meet a condition, those of other engagements among them where the condition does not say which. To be
 * called in the transaction that uses it.
 *
 * @param project whose findings are asked for where only SQL can tell
 */
export function meeting(db: ReadableDb, project: string, condition: Condition): RowSet {
  const columns = columnsOf(db, [...columnsIn(condition)]);
  const valuesOf = (column: NarrowColumn): Values => columns.get(column) ?? [];
  const every = (): RowSet => where(valuesOf(inEvery), () => true);

  function rowsOf(one: Condition): RowSet {
    switch (one.kind) {
      case 'text':
        return where(valuesOf(one.column), textTest(one));
      case 'number':
        return where(valuesOf(one.column), numberTest(one));
      case 'bits':
        return where(valuesOf('has'), (value) => typeof value === 'number' && (value & one.mask) !== 0);
      case 'named':
      case 'verdict':
        return new RowSet(selectUnordered(db, { project, condition: one }));
      case 'among':
        return new RowSet(one.findings);
      case 'all': {
        // What is denied is taken out of the rest: by itself it would be nearly everything.
        const asked = one.of.flatMap((part) => (part.kind === 'not' ? [] : [rowsOf(part)]));
        const denied = one.of.flatMap((part) => (part.kind === 'not' ? [rowsOf(part.of)] : []));
        const [first = every(), ...others] = asked;
        const met = others.reduce((left, right) => left.intersection(right), first);
        return denied.reduce((left, right) => left.without(right), met);
      }
      case 'any': {
        const [first = new RowSet(), ...others] = one.of.map(rowsOf);
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
    case 'named':
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

function where(values: Values, meets: (value: NarrowValue) => boolean): RowSet {
  const rows = new RowSet();
  for (let row = 0; row < values.length; row += 1) {
    const value = values[row];
    if (value !== undefined && meets(value)) rows.add(row);
  }
  return rows;
}

/** These columns as they are now; others that are kept stay so. */
function columnsOf(db: ReadableDb, asked: readonly NarrowColumn[]): ReadonlyMap<NarrowColumn, Values> {
  const commits = commitCount(db);
  const known = kept.get(db);
  const now = known !== undefined && isMended(db, known, commits) ? known : empty(commits);
  kept.set(db, now);
  const missing = asked.filter((column) => !now.columns.has(column));
  if (missing.length > 0) {
    const read = readNarrow(db, missing);
    now.findings = read.findings.length;
    const last = read.findings.reduce((most, finding) => Math.max(most, finding), 0);
    // Room for all of them: an array that grows by its highest number first becomes a table that is looked up.
    for (const column of missing) now.columns.set(column, new Array<NarrowValue | undefined>(last + 1));
    put(now, missing, read);
  }
  return now.columns;
}

function empty(commits: number): Kept {
  return { commits, findings: 0, columns: new Map() };
}

/** Brings what is kept up to date; false where too much changed, or something has left the lists. */
function isMended(db: ReadableDb, known: Kept, commits: number): boolean {
  if (known.commits === commits) return true;
  const columns = [...known.columns.keys()];
  const [first] = columns;
  if (first === undefined) return false;
  const changed = readNarrowSince(db, columns, { since: known.commits, most: mostMended });
  if (changed === null) return false;
  const listed = known.columns.get(first) ?? [];
  const added = new Set(changed.findings.filter((finding) => listed[finding] === undefined));
  put(known, columns, changed);
  known.findings += added.size;
  known.commits = commits;
  return known.findings === countNarrow(db);
}

function put(known: Kept, columns: readonly NarrowColumn[], { findings, values }: NarrowValues): void {
  for (const column of columns) {
    const into = known.columns.get(column) ?? [];
    const from = values.get(column) ?? [];
    for (const [at, finding] of findings.entries()) into[finding] = from[at] ?? null;
  }
}
