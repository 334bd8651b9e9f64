import type { FindingRow } from '#contract/finding/finding.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { sql } from '../../store/transaction.ts';

/** A field that came back other than it was sent; values are JSON texts, `nowJson` null if the record lacks the field. */
export interface AlteredValueRow {
  readonly finding: FindingRow;
  readonly field: string;
  readonly op: string;
  readonly sentJson: string;
  readonly nowJson: string | null;
}

const columns = 'a.finding, a.field, a.op, a.sent_json AS sentJson, a.now_json AS nowJson';

/** Notes an altered value, in place of the one before it in the same field. */
export function writeAlteredValue(db: WritableDb, row: AlteredValueRow): void {
  sql(
    db,
    `INSERT OR REPLACE INTO altered_value (finding, field, op, sent_json, now_json)
     VALUES (@finding, @field, @op, @sentJson, @nowJson)`,
  ).run(row);
}

/** The altered values of a finding, by field. */
export function readAlteredValues(db: ReadableDb, finding: FindingRow): AlteredValueRow[] {
  return sql<[FindingRow], AlteredValueRow>(
    db,
    `SELECT ${columns} FROM altered_value a WHERE a.finding = ? ORDER BY a.field`,
  ).all(finding);
}

/** What the writes of some operations came back with, by operation name. */
export function alteredValuesOf(db: ReadableDb, ops: readonly string[]): AlteredValueRow[] {
  return sql<[string], AlteredValueRow>(
    db,
    `SELECT ${columns} FROM altered_value a WHERE a.op IN (SELECT value FROM json_each(?))
      ORDER BY a.finding, a.field`,
  ).all(JSON.stringify(ops));
}

/** Forgets altered values of a finding: they were kept, written anew, or are no longer so. */
export function dropAlteredValues(db: WritableDb, finding: FindingRow, fields: readonly string[]): void {
  sql(db, 'DELETE FROM altered_value WHERE finding = ? AND field IN (SELECT value FROM json_each(?))').run(
    finding,
    JSON.stringify(fields),
  );
}
