import type { NumberColumn, TextColumn } from '#contract/listing.ts';
import { rowsIn } from '../../store/columns.ts';
import type { ReadableDb } from '../../schema/types.ts';

/*
 * Columns of `list_key`, for whoever keeps them: the statements are put together from names of columns alone, and
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

/** The highest row number that a list has; 0 if there is none. */
export function lastListed(db: ReadableDb): number {
  return db.prepare<[], number>('SELECT coalesce(max(finding), 0) FROM list_key').pluck().get() ?? 0;
}

/**
 * A part of a column, of the findings of all engagements in the order of their row numbers: so many behind `after`. It crosses
 * from SQLite as one text, as in `selectFindings`.
 */
export function readNarrow(
  db: ReadableDb,
  column: NarrowColumn,
  { after, limit }: { readonly after: number; readonly limit: number },
): NarrowValues {
  const row = db
    .prepare<[number, number], { findings: string; content: string }>(
      `SELECT json_group_array(finding) AS findings, json_group_array(${column}) AS content
       FROM (SELECT finding, ${column} FROM list_key WHERE finding > ? ORDER BY finding LIMIT ?)`,
    )
    .get(after, limit);
  const values: unknown = JSON.parse(row?.content ?? '[]');
  return {
    findings: rowsIn(row?.findings ?? '[]'),
    values: new Map([[column, Array.isArray(values) ? values.map(valueOf) : []]]),
  };
}

/**
 * Some columns of those alone whose row was written since so many transactions had been committed; null if there are more
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
