import type { FindingRow } from '#contract/finding/finding.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** The fields of a finding as they were when it was marked ready for review, or as they were accepted since. */
export interface ReadySnapshotRow {
  readonly takenAt: string;
  readonly fieldsJson: string;
}

/** The snapshot of a finding, or null if it has none. */
export function readReadySnapshot(db: ReadableDb, finding: FindingRow): ReadySnapshotRow | null {
  const row = sql<[FindingRow], ReadySnapshotRow>(
    db,
    'SELECT taken_at AS takenAt, fields_json AS fieldsJson FROM ready_snapshot WHERE finding = ?',
  ).get(finding);
  return row ?? null;
}

/** Writes the snapshot of a finding, or with null deletes it; to be called in a transaction. */
export function writeReadySnapshot(db: WritableDb, finding: FindingRow, row: ReadySnapshotRow | null): void {
  if (row === null) sql(db, 'DELETE FROM ready_snapshot WHERE finding = ?').run(finding);
  else
    sql(
      db,
      'INSERT OR REPLACE INTO ready_snapshot (finding, taken_at, fields_json) VALUES (@finding, @takenAt, @fieldsJson)',
    ).run({ finding, ...row });
}
