import type { NumberColumn, TextColumn } from '#contract/listing.ts';
import { rowsIn } from './columns.ts';
import { sql } from './transaction.ts';
import type { ReadableDb } from './types.ts';

/*
 * Whole columns of `list_key`, for whoever keeps them: the statements are put together from names of columns alone, and
 * prepared each time, as in `queries.ts`.
 */

/** A column of `list_key` that conditions are about. */
export type NarrowColumn = TextColumn | NumberColumn | 'has';
export type NarrowValue = string | number | null;

/** Values of some columns, each with its finding at the same place. */
export interface NarrowValues {
  /** Row numbers. */
  readonly findings: Uint32Array;
  readonly values: ReadonlyMap<NarrowColumn, readonly NarrowValue[]>;
}

/** How many findings of all engagements the narrow table holds, by an index alone. */
export function countNarrow(db: ReadableDb): number {
  return sql<[], { count: number }>(db, 'SELECT count(*) AS count FROM list_key').get()?.count ?? 0;
}

/** Whole columns, of the findings of all engagements. Each crosses from SQLite as one text, as in `selectFindings`. */
export function readNarrow(db: ReadableDb, columns: readonly NarrowColumn[]): NarrowValues {
  const row = db
    .prepare<[], Record<string, string>>(
      `SELECT ${['finding', ...columns].map((name) => `json_group_array(${name}) AS ${name}`).join(', ')} FROM list_key`,
    )
    .get();
  const valuesIn = (name: string): NarrowValue[] => {
    const values: unknown = JSON.parse(row?.[name] ?? '[]');
    return Array.isArray(values) ? values.map(valueOf) : [];
  };
  return {
    findings: rowsIn(row?.['finding'] ?? '[]'),
    values: new Map(columns.map((name) => [name, valuesIn(name)])),
  };
}

/**
 * The same of those alone whose row was written since so many transactions had been committed; null where there are more
 * than `most`.
 */
export function readNarrowSince(
  db: ReadableDb,
  columns: readonly NarrowColumn[],
  { since, most }: { readonly since: number; readonly most: number },
): NarrowValues | null {
  const rows = db
    .prepare<[number, number], Record<string, NarrowValue> & { finding: number }>(
      `SELECT ${['finding', ...columns].join(', ')} FROM list_key INDEXED BY list_key_stamp WHERE stamp >= ? LIMIT ?`,
    )
    .all(since, most + 1);
  if (rows.length > most) return null;
  return {
    findings: Uint32Array.from(rows, ({ finding }) => finding),
    values: new Map(columns.map((name) => [name, rows.map((row) => row[name] ?? null)])),
  };
}

/** As SQLite wrote it: anything else cannot come out of an authenticated page, and meets nothing. */
function valueOf(value: unknown): NarrowValue {
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}
