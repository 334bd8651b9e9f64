import type { FindingRow } from '#contract/finding/finding.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** Whether pending changes of a finding stay here until it is released. */
export function isHeld(db: ReadableDb, finding: FindingRow): boolean {
  return sql<[FindingRow], object>(db, 'SELECT 1 FROM held WHERE finding = ?').get(finding) !== undefined;
}

/** Holds a finding back or releases it; to be called in a transaction. */
export function writeHeld(db: WritableDb, finding: FindingRow, held: boolean): void {
  const text = held
    ? 'INSERT OR IGNORE INTO held (finding) VALUES (?)'
    : 'DELETE FROM held WHERE finding = ?';
  sql(db, text).run(finding);
}

/** Whether an open operation has a finding that is held back. */
export function hasHeld(db: ReadableDb, seq: number): boolean {
  return (
    sql<[number], object>(
      db,
      `SELECT 1 FROM operation_item i JOIN held h ON h.finding = i.finding
        WHERE i.seq = ? AND i.state NOT IN ('done', 'discarded') LIMIT 1`,
    ).get(seq) !== undefined
  );
}
