import type { FindingRow } from '#contract/finding/finding.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';
import { generationKinds } from '../../schema/generation-kinds.ts';

/** A change of one finding that the next sync would send, or keeps here because its finding is held back. */
export interface SendableItem {
  readonly seq: number;
  readonly finding: FindingRow;
  /** Moves with every change of the item. */
  readonly revision: number;
  readonly held: 0 | 1;
}

// What stands behind a stuck item of the same finding is not sent; what the assistant is asked stands in no order.
const selectSendable = `
  SELECT i.seq, i.finding, i.revision, h.finding IS NOT NULL AS held
    FROM operation_item i
    JOIN operation o ON o.seq = i.seq
    LEFT JOIN held h ON h.finding = i.finding
   WHERE i.state = 'queued' AND i.needs_person = 0
     AND o.project NOT IN (SELECT project FROM sweep WHERE held_reason IS NOT NULL)
     AND (o.kind IN ${generationKinds} OR NOT EXISTS (
       SELECT 1 FROM operation_item e JOIN operation b ON b.seq = e.seq
        WHERE e.finding = i.finding AND e.seq < i.seq AND e.state IN ('conflict', 'rejected', 'unknown')
          AND b.kind NOT IN ${generationKinds}))`;

/** Everything that the next sync would send or holds back, in the order of the outbox. */
export function sendableItems(db: ReadableDb): SendableItem[] {
  return sql<[], SendableItem>(db, `${selectSendable} ORDER BY i.seq, i.finding`).all();
}

/** The same of one finding. */
export function sendableOf(db: ReadableDb, finding: FindingRow): SendableItem[] {
  return sql<[FindingRow], SendableItem>(db, `${selectSendable} AND i.finding = ? ORDER BY i.seq`).all(
    finding,
  );
}

/** The operation that was made last, sent or not; 0 if there was never one. */
export function newestOperation(db: ReadableDb): number {
  const row = sql<[], { newest: number }>(db, 'SELECT coalesce(max(seq), 0) AS newest FROM operation').get();
  return row?.newest ?? 0;
}

/** Open operations that have a finding which is held back. */
export function countHeldOperations(db: ReadableDb): number {
  const row = sql<[], { count: number }>(
    db,
    `SELECT count(DISTINCT i.seq) AS count FROM held h JOIN operation_item i ON i.finding = h.finding
      WHERE i.state NOT IN ('done', 'discarded')`,
  ).get();
  return row?.count ?? 0;
}
