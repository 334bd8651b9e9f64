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

/** How many findings have pending changes; how many of these need the user, or are held back by them. */
export interface PendingFindings {
  readonly findings: number;
  readonly needPerson: number;
  readonly held: number;
}

/** Counts findings, however many changes each has and however many findings a change is of. */
export function countPendingFindings(db: ReadableDb): PendingFindings {
  const row = sql<[], PendingFindings>(
    db,
    `SELECT count(*) AS findings, coalesce(sum(needs), 0) AS needPerson, coalesce(sum(held), 0) AS held
       FROM (
       SELECT max(i.state IN ('conflict', 'rejected')
                  OR (i.needs_person = 1 AND (i.state = 'unknown' OR o.kind IN ${generationKinds}))) AS needs,
              h.finding IS NOT NULL AS held
         FROM operation_item i JOIN operation o ON o.seq = i.seq LEFT JOIN held h ON h.finding = i.finding
        WHERE i.state NOT IN ('done', 'discarded') GROUP BY i.finding)`,
  ).get();
  return row ?? { findings: 0, needPerson: 0, held: 0 };
}
