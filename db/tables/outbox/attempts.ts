import type { FindingRow } from '#contract/finding/finding.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { sql } from '../../store/transaction.ts';

/** Writes down an attempt; it commits before the first byte leaves (promise 2). Answers its number. */
export function insertAttempt(
  db: WritableDb,
  row: { seq: number; startedAt: string; findingBefore: number; requestJson: string },
): number {
  const { lastInsertRowid } = sql(
    db,
    `INSERT INTO attempt (seq, started_at, finding_before, request_json)
     VALUES (@seq, @startedAt, @findingBefore, @requestJson)`,
  ).run(row);
  return Number(lastInsertRowid);
}

/** Writes down how an attempt ended. */
export function endAttempt(db: WritableDb, attempt: number, endedAt: string, outcome: string): void {
  const { changes } = sql(db, 'UPDATE attempt SET ended_at = ?, outcome = ? WHERE attempt = ?').run(
    endedAt,
    outcome,
    attempt,
  );
  if (changes !== 1) throw new Error(`attempt ${String(attempt)} was never written down`);
}

/** The last attempt of an operation: where the line lies between findings seen before and after it. */
export function lastAttempt(db: ReadableDb, seq: number): { findingBefore: number } | null {
  return (
    sql<[number], { findingBefore: number }>(
      db,
      'SELECT finding_before AS findingBefore FROM attempt WHERE seq = ? ORDER BY attempt DESC LIMIT 1',
    ).get(seq) ?? null
  );
}

/** How often an operation was acknowledged without the finding showing it afterwards. */
export function timesNotShown(db: ReadableDb, seq: number): number {
  const row = sql<[number], { times: number }>(
    db,
    `SELECT count(*) AS times FROM attempt WHERE seq = ? AND outcome = 'acknowledged, not shown'`,
  ).get(seq);
  return row?.times ?? 0;
}

/** Whether the last attempt of an operation was acknowledged, and nothing has been read since. */
export function isAcknowledgedUnread(db: ReadableDb, seq: number): boolean {
  const row = sql<[number], { outcome: string | null }>(
    db,
    'SELECT outcome FROM attempt WHERE seq = ? ORDER BY attempt DESC LIMIT 1',
  ).get(seq);
  return row?.outcome === 'acknowledged, not confirmed';
}

/**
 * How the service answered the newest write to findings of an engagement that it let in or refused for want of permission
 * (403); null if there is none. Neither a decision nor the assistant counts: these have permissions of their own.
 */
export function newestWriteAnswer(db: ReadableDb, project: string): 'accepted' | 'refused' | null {
  const row = sql<[string], { refused: 0 | 1 }>(
    db,
    `SELECT a.outcome = 'refused 403' AS refused FROM attempt a JOIN operation o ON o.seq = a.seq
      WHERE o.project = ? AND o.kind IN ('create', 'update', 'delete', 'bulk-status', 'bulk-delete')
        AND (a.outcome = 'refused 403' OR a.outcome LIKE 'acknowledged%')
      ORDER BY a.attempt DESC LIMIT 1`,
  ).get(project);
  if (row === undefined) return null;
  return row.refused === 1 ? 'refused' : 'accepted';
}

/** Of an attempt, in SQL: it may have been carried out without our knowing. */
export const isUnsure =
  "(attempt.outcome IS NULL OR attempt.outcome = 'unknown' OR attempt.outcome LIKE 'acknowledged%')";

/** Whether an attempt of an operation may have been carried out without our knowing: its outcome is not known for sure. */
export function hadUnsureAttempt(db: ReadableDb, seq: number): boolean {
  const row = sql<[number], { unsure: 0 | 1 }>(
    db,
    `SELECT EXISTS (SELECT 1 FROM attempt WHERE seq = ? AND ${isUnsure}) AS unsure`,
  ).get(seq);
  return row?.unsure === 1;
}

/** Whether anything that was sent for a finding, by whichever operation, may have been carried out without our knowing. */
export function mayHaveArrived(db: ReadableDb, finding: FindingRow): boolean {
  const row = sql<[FindingRow], { unsure: 0 | 1 }>(
    db,
    `SELECT EXISTS (SELECT 1 FROM operation_item JOIN attempt USING (seq)
       WHERE operation_item.finding = ? AND ${isUnsure}) AS unsure`,
  ).get(finding);
  return row?.unsure === 1;
}

/**
 * What updates of a finding sent, oldest first, as far as they are settled. `unsure`: the outcome of at least one
 * of its attempts was unknown, so that it may have landed later than it was asked about.
 */
export function sentUpdatesOf(
  db: ReadableDb,
  finding: FindingRow,
): { readonly sentJson: string; readonly unsure: 0 | 1 }[] {
  return sql<[FindingRow], { sentJson: string; unsure: 0 | 1 }>(
    db,
    `SELECT i.sent_json AS sentJson,
            EXISTS (SELECT 1 FROM attempt a
                     WHERE a.seq = i.seq AND (a.outcome IS NULL OR a.outcome = 'unknown')) AS unsure
       FROM operation_item i JOIN operation o ON o.seq = i.seq
      WHERE i.finding = ? AND o.kind = 'update' AND i.sent_json IS NOT NULL ORDER BY i.seq`,
  ).all(finding);
}

/** What updates of a finding whose outcome is unknown carried along as it had been read, oldest first; JSON texts. */
export function carriedUnsure(db: ReadableDb, finding: FindingRow): string[] {
  return sql<[FindingRow], { carried: string }>(
    db,
    `SELECT coalesce(a.request_json ->> '$.carried', '{}') AS carried
       FROM attempt a JOIN operation_item i ON i.seq = a.seq JOIN operation o ON o.seq = i.seq
      WHERE i.finding = ? AND o.kind = 'update' AND (a.outcome IS NULL OR a.outcome = 'unknown')
      ORDER BY a.attempt`,
  )
    .all(finding)
    .map((row) => row.carried);
}
