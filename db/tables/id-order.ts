import type { IdKind } from '#contract/procedures/findings/ids.ts';
import type { ReadableDb } from '../schema/types.ts';
import { sql } from '../store/transaction.ts';

/** Where the ids of a kind are, and of which row each is: a finding has several. */
const sources: Readonly<Record<IdKind, readonly (readonly [table: string, id: string, owner: string])[]>> = {
  finding: [
    ['finding', 'service_id', 'finding'],
    ['finding', 'local_id', 'finding'],
    ['former_id', 'id', 'finding'],
  ],
  change: [['operation', 'op', 'seq']],
  comment: [['comment', 'comment', 'number']],
};

/** Behind every id that begins so, in the order of the store. */
const last = '\u{10ffff}';

/** Ids that begin with a text, in their order, with the row that each belongs to. */
export function idsFrom(
  db: ReadableDb,
  kind: IdKind,
  beginning: string,
  limit: number,
): { readonly id: string; readonly owner: number }[] {
  return sources[kind].flatMap(([table, id, owner]) =>
    sql<[string, string, number], { id: string; owner: number }>(
      db,
      `SELECT ${id} AS id, ${owner} AS owner FROM ${table} WHERE ${id} >= ? AND ${id} < ? ORDER BY ${id} LIMIT ?`,
    ).all(beginning, `${beginning}${last}`, limit),
  );
}

/** The ids right before and behind one: none shares more of its beginning. */
export function idsBeside(db: ReadableDb, kind: IdKind, id: string): string[] {
  return sources[kind].flatMap(([table, column]) =>
    ['< ? ORDER BY 1 DESC', '> ? ORDER BY 1'].flatMap((place) => {
      const found = sql<[string], { id: string }>(
        db,
        `SELECT ${column} AS id FROM ${table} WHERE ${column} ${place} LIMIT 1`,
      ).get(id);
      return found === undefined ? [] : [found.id];
    }),
  );
}
