import type { SortField, SortOrder } from '#contract/finding/listing.ts';
import { rowsIn } from '../../store/columns.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';

/*
 * In which order a list stands, and what that order is made of: the statements below are put together from fixed
 * pieces, one for each order.
 */

/** The first text of a column that holds several between unit separators; empty without one. */
function firstOf(column: string): string {
  return `substr(${column}, 2, max(0, instr(substr(${column}, 2), char(31)) - 1))`;
}

/** The rule of a tool that found it: its first tag `rule:…`, empty without one. */
const ruleTag = "instr(k.tags, char(31) || 'rule:')";
const rule = `iif(${ruleTag} = 0, '', ${firstOf(`substr(k.tags, ${ruleTag})`)})`;

/** Values by which lists are ordered and grouped, over `list_key k`. */
export const keyTerms = { asset: firstOf('k.assets'), cwe: firstOf('k.cwe'), rule } as const;

interface SortTerm {
  readonly expression: string;
  readonly descending: boolean;
}

/** What comes first in each order. Findings without the value come last in both directions. */
const sortTerms: Record<SortField, { readonly missing: string | null; readonly by: readonly string[] }> = {
  severity: { missing: "k.severity <> ''", by: ['k.severity_rank', 'k.severity'] },
  title: { missing: "k.title = ''", by: ['k.title'] },
  status: { missing: "k.status = ''", by: ['k.status'] },
  asset: { missing: "k.assets = ''", by: ['k.assets'] },
  tag: { missing: "k.tags = ''", by: ['k.tags'] },
  cvss: { missing: 'k.cvss IS NULL', by: ['k.cvss'] },
  updated: { missing: null, by: ['k.updated_ms'] },
  id: { missing: null, by: ['l.id'] },
  sync: { missing: null, by: ['k.sync'] },
  candidate: { missing: null, by: ['k.candidate'] },
  cwe: { missing: "k.cwe = ''", by: ['k.cwe'] },
  // Findings of no known rule are equal by their title.
  rule: { missing: `${rule} = ''`, by: [rule, 'k.title'] },
};

/** Ties are broken by severity, title and age of the row, so that one list is always in one order. */
function termsOf({ field, descending }: SortOrder): SortTerm[] {
  const { missing, by } = sortTerms[field];
  const first = missing === null ? [] : [{ expression: missing, descending: false }];
  const ties = ['k.severity_rank', 'k.title', 'k.finding'].filter((tie) => !by.includes(tie));
  return [
    ...first,
    ...by.map((expression) => ({ expression, descending })),
    ...ties.map((expression) => ({ expression, descending: false })),
  ];
}

/** The ORDER BY of an order, over `list_key k` and, if `fromOf` joins it, `list_row l`. */
export function orderBy(order: SortOrder): string {
  return termsOf(order)
    .map(({ expression, descending }) => expression + (descending ? ' DESC' : ''))
    .join(', ');
}

/** The tables that an order is read from. */
export function fromOf({ field }: SortOrder): string {
  return field === 'id' ? 'list_key k JOIN list_row l ON l.finding = k.finding' : 'list_key k';
}

/** Whether the store keeps an order, by an index of just its terms (`220-severity-order.ts`). */
export function isKeptByStore({ field, descending }: SortOrder): boolean {
  return field === 'severity' && !descending;
}

/** How far a store's lists have come. What was read of them holds while both are the same. */
export interface ListsState {
  /** How many transactions were committed so far: rows written since bear this number or a later one. */
  readonly commits: number;
  /** How many findings have left the lists so far: of these no row tells. */
  readonly left: number;
}

/** How far the lists have come by now: to be asked in the transaction in which they are read. */
export function listsState(db: ReadableDb): ListsState {
  return (
    sql<[], ListsState>(db, 'SELECT commits, left_lists AS "left" FROM mark').get() ?? { commits: 0, left: 0 }
  );
}

/** Every finding of an engagement in an order, gone ones among them. */
export function readOrder(db: ReadableDb, project: string, order: SortOrder): Uint32Array {
  // The index of another order would lead to each row by itself, which takes longer than to read all of them.
  const its = isKeptByStore(order) ? 'k.project' : '+k.project';
  const row = sql<[string], { findings: string }>(
    db,
    `SELECT json_group_array(finding) AS findings FROM (
       SELECT k.finding FROM ${fromOf(order)} WHERE ${its} = ? ORDER BY ${orderBy(order)})`,
  ).get(project);
  return rowsIn(row?.findings ?? '[]');
}

/** What stands in an order for its finding: a value for each term, texts as the bytes that they are compared by. */
export type OrderKey = readonly (number | Uint8Array | null)[];

function keyColumns(order: SortOrder): string {
  return termsOf(order)
    .map(
      ({ expression }) => `iif(typeof(${expression}) = 'text', CAST(${expression} AS BLOB), ${expression})`,
    )
    .join(', ');
}

/** By what a listed finding stands in an order. Throws if it is in no list. */
export function readOrderKey(db: ReadableDb, finding: number, order: SortOrder): OrderKey {
  const row = sql<[number], Record<string, number | Uint8Array | null>>(
    db,
    `SELECT ${keyColumns(order)} FROM ${fromOf(order)} WHERE k.finding = ?`,
  ).get(finding);
  if (row === undefined) throw new Error(`finding row ${String(finding)} is in no list`);
  return Object.values(row);
}

/**
 * Findings of an engagement whose row was written since that commit number, in an order and with their sort keys; null
 * if there are more than `most`.
 */
export function readMoved(
  db: ReadableDb,
  ask: { readonly project: string; readonly since: number; readonly order: SortOrder; readonly max: number },
): { readonly finding: number; readonly key: OrderKey }[] | null {
  const { project, since, order, max } = ask;
  const changed = sql<[number, string, number], { finding: number }>(
    db,
    'SELECT finding FROM list_key INDEXED BY list_key_stamp WHERE stamp >= ? AND project = ? LIMIT ?',
  ).all(since, project, max + 1);
  if (changed.length > max) return null;
  if (changed.length === 0) return [];
  const rows = sql<[string], Record<string, number | Uint8Array | null> & { moved: number }>(
    db,
    `SELECT k.finding AS moved, ${keyColumns(order)} FROM json_each(?) changed CROSS JOIN ${fromOf(order)}
      WHERE k.finding = changed.value ORDER BY ${orderBy(order)}`,
  ).all(JSON.stringify(changed.map(({ finding }) => finding)));
  return rows.map(({ moved, ...key }) => ({ finding: moved, key: Object.values(key) }));
}

/** Compares what two findings stand by in an order: below 0 if the first comes first. */
export function compareKeys(one: OrderKey, other: OrderKey, order: SortOrder): number {
  for (const [at, { descending }] of termsOf(order).entries()) {
    const difference = compareValues(one[at] ?? null, other[at] ?? null);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return 0;
}

/** SQLite's own order of values: nothing, then numbers, then texts byte by byte. */
function compareValues(one: number | Uint8Array | null, other: number | Uint8Array | null): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  if (typeof one === 'number' || typeof other === 'number') {
    if (typeof one !== 'number') return 1;
    return typeof other === 'number' ? Math.sign(one - other) : -1;
  }
  return Buffer.compare(one, other);
}
