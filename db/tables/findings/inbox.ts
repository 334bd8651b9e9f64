import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';

/** A finding that may wait for the user, with what says why. */
export interface WaitingFinding {
  readonly project: string;
  readonly id: string;
  readonly title: string;
  /** 0: read; else see `unreadStates`. */
  readonly unread: number;
  readonly isConflict: 0 | 1;
  /** Refused by the service, or without an answer that could be found out. */
  readonly isRefused: 0 | 1;
  /** A candidate without a decision. */
  readonly isCandidate: 0 | 1;
  readonly updatedMs: number;
  readonly firstSeenAt: string | null;
  readonly changedAt: string | null;
  readonly goneAt: string | null;
  /** When the last attempt ended whose answer waits for the user. */
  readonly answeredAt: string | null;
  /** Its operation. */
  readonly op: string | null;
}

const openItem = "i.finding = k.finding AND i.state IN ('conflict', 'rejected', 'unknown')";

/**
 * Findings of all engagements that are unread, undecided, refused, in conflict, or gone since a moment by another hand than
 * the user's, in no order. What a first fetch brings is unread to nobody.
 */
export function waitingFindings(
  db: ReadableDb,
  ask: {
    readonly goneSince: string;
    readonly conflict: number;
    readonly rejected: number;
    readonly unknown: number;
    readonly gone: number;
  },
): WaitingFinding[] {
  return sql<[typeof ask], WaitingFinding>(
    db,
    `SELECT * FROM (
      SELECT k.project, l.id, l.title, k.updated_ms AS updatedMs,
             CASE WHEN k.project IN (SELECT project FROM sweep WHERE completed_at IS NOT NULL) THEN k.unread ELSE 0 END
               AS unread,
             k.sync = @conflict AS isConflict,
             (k.sync = @rejected OR (k.sync = @unknown AND EXISTS (
               SELECT 1 FROM operation_item i
                WHERE i.finding = k.finding AND i.state = 'unknown' AND i.needs_person = 1))) AS isRefused,
             (k.candidate = 1 AND r.gone_at IS NULL AND NOT EXISTS (
               SELECT 1 FROM operation_item i JOIN operation o ON o.seq = i.seq
                WHERE i.finding = k.finding AND i.state NOT IN ('done', 'discarded')
                  AND o.kind IN ('review', 'delete', 'bulk-delete'))) AS isCandidate,
             r.first_seen_at AS firstSeenAt, r.changed_at AS changedAt, r.gone_at AS goneAt,
             (SELECT max(coalesce(a.ended_at, a.started_at))
                FROM operation_item i JOIN attempt a ON a.seq = i.seq WHERE ${openItem}) AS answeredAt,
             (SELECT o.op FROM operation_item i JOIN operation o ON o.seq = i.seq
               WHERE ${openItem} ORDER BY o.seq LIMIT 1) AS op
        FROM list_key k
        JOIN list_row l ON l.finding = k.finding
        LEFT JOIN record r ON r.finding = k.finding
       WHERE (k.unread <> 0 OR k.candidate = 1 OR k.sync IN (@conflict, @rejected, @unknown, @gone))
         AND (r.gone_at IS NULL OR k.sync <> @gone OR (r.gone_at >= @goneSince AND NOT EXISTS (
               SELECT 1 FROM operation_item i JOIN operation o ON o.seq = i.seq
                WHERE i.finding = k.finding AND o.kind IN ('delete', 'bulk-delete') AND i.state = 'done'))))
     WHERE unread <> 0 OR isConflict OR isRefused OR isCandidate OR goneAt IS NOT NULL`,
  ).all(ask);
}
