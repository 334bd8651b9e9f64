import type { FindingRow } from '#contract/finding/finding.ts';
import type { ItemState } from '#contract/finding/operation.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';

/** What is asked of a candidate already, if anything is. */
export interface CandidateState {
  readonly finding: FindingRow;
  /** A decision on it waits. */
  readonly decided: 0 | 1;
  /** That decision is to accept it; null if none waits. */
  readonly accepted: 0 | 1 | null;
  /** It is to be deleted. */
  readonly removal: 0 | 1;
  /** Something open on it needs the person, so that nothing behind it leaves. */
  readonly stuck: 0 | 1;
}

/** The findings of an engagement that a decision or a deletion waits on. */
export function askedOf(db: ReadableDb, project: string): CandidateState[] {
  return sql<[string], CandidateState>(
    db,
    `SELECT i.finding, max(o.kind = 'review') AS decided, max(o.kind <> 'review') AS removal,
            max(CASE o.kind WHEN 'review' THEN json_extract(o.payload_json, '$.decision') = 'accept' END) AS accepted,
            EXISTS (SELECT 1 FROM operation_item s
                     WHERE s.finding = i.finding AND s.state IN ('conflict', 'rejected')) AS stuck
       FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.state NOT IN ('done', 'discarded') AND o.kind IN ('review', 'delete', 'bulk-delete')
        AND o.project = ?
      GROUP BY i.finding`,
  ).all(project);
}

/** The newest decision of this installation on a finding. */
export interface DecisionRow {
  readonly finding: FindingRow;
  readonly decision: 'accept' | 'reject';
  readonly state: ItemState;
}

/** The newest decision on each finding of an engagement that was not discarded, confirmed ones among them. */
export function decisionsOf(db: ReadableDb, project: string): DecisionRow[] {
  const rows = sql<[string], DecisionRow>(
    db,
    `SELECT i.finding, i.state, json_extract(o.payload_json, '$.decision') AS decision
       FROM operation o JOIN operation_item i ON i.seq = o.seq
      WHERE o.project = ? AND o.kind = 'review' AND i.state <> 'discarded' ORDER BY o.seq`,
  ).all(project);
  return [...new Map(rows.map((row) => [row.finding, row])).values()];
}
