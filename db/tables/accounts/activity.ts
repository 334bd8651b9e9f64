import type { ActivityOutcome, NotedKind } from '#contract/procedures/program/activity.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { ItemState, OperationKind } from '#contract/finding/operation.ts';
import { textsIn } from '../../store/columns.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/*
 * What was sent in this person's name: attempts of the queue beside the calls that were noted. One number space each;
 * `source` says which.
 */

/** Notes a call of an account route before it leaves, or afterwards with how it ended. @returns its number */
export function insertNote(
  db: WritableDb,
  note: {
    readonly kind: NotedKind;
    readonly at: string;
    readonly endedAt: string | null;
    readonly outcome: NotedOutcome | null;
    readonly status: number | null;
  },
): number {
  const { lastInsertRowid } = sql(
    db,
    `INSERT INTO activity_note (kind, at, ended_at, outcome, status)
     VALUES (@kind, @at, @endedAt, @outcome, @status)`,
  ).run(note);
  return Number(lastInsertRowid);
}

/** How a noted call ended. */
export type NotedOutcome = Extract<ActivityOutcome, 'done' | 'refused' | 'unknown' | 'not-sent'>;

/** Writes down how a noted call ended. */
export function endNote(
  db: WritableDb,
  note: number,
  end: { readonly endedAt: string; readonly outcome: NotedOutcome; readonly status: number | null },
): void {
  const { changes } = sql(
    db,
    'UPDATE activity_note SET ended_at = @endedAt, outcome = @outcome, status = @status WHERE note = @note',
  ).run({ note, ...end });
  if (changes !== 1) throw new Error(`note ${String(note)} was never written down`);
}

/** One time of sending, as far as lists are ordered and filtered by it. */
export interface SentRow {
  readonly source: 'attempt' | 'note';
  readonly number: number;
  readonly kind: string;
  readonly at: string;
  readonly endedAt: string | null;
  readonly outcome: ActivityOutcome;
  readonly status: number | null;
  /** The operation's place in the outbox; null for a noted call. */
  readonly seq: number | null;
  readonly requestJson: string | null;
}

export interface SentFilter {
  readonly kind: string | null;
  readonly outcome: ActivityOutcome | null;
  readonly project: string | null;
  /** ISO 8601 in UTC, as the rows have it. */
  readonly since: string | null;
  readonly until: string | null;
  /** A noted call without an end that began before this moment will get none. */
  readonly lostBefore: string;
}

const sentRows = `
  WITH sent AS (
    SELECT 'attempt' AS source, a.attempt AS number, o.kind, a.started_at AS at, a.ended_at AS endedAt,
           CASE WHEN a.outcome IS NULL THEN
                  CASE WHEN EXISTS (SELECT 1 FROM operation_item i WHERE i.seq = a.seq AND i.state = 'sending')
                       THEN 'under-way' ELSE 'unknown' END
                WHEN a.outcome LIKE 'refused %' THEN 'refused'
                WHEN a.outcome = 'not sent' THEN 'not-sent'
                WHEN a.outcome = 'acknowledged' THEN 'done'
                WHEN a.outcome LIKE 'acknowledged%' THEN 'not-confirmed'
                ELSE 'unknown' END AS outcome,
           CASE WHEN a.outcome LIKE 'refused %' THEN CAST(substr(a.outcome, 9) AS INTEGER) END AS status,
           a.seq, o.project, a.request_json AS requestJson
      FROM attempt a JOIN operation o ON o.seq = a.seq
    UNION ALL
    SELECT 'note', n.note, n.kind, n.at, n.ended_at,
           coalesce(n.outcome, CASE WHEN n.at < @lostBefore THEN 'unknown' ELSE 'under-way' END),
           n.status, NULL, NULL, NULL
      FROM activity_note n)
  SELECT source, number, kind, at, endedAt, outcome, status, seq, requestJson FROM sent
   WHERE (@kind IS NULL OR kind = @kind) AND (@outcome IS NULL OR outcome = @outcome)
     AND (@project IS NULL OR project = @project)
     AND (@since IS NULL OR at >= @since) AND (@until IS NULL OR at < @until)
   ORDER BY at DESC, source, number DESC`;

/** Every time of sending that the filter lets through, the newest first. */
export function sentRowsOf(db: ReadableDb, filter: SentFilter): SentRow[] {
  return sql<[SentFilter], SentRow>(db, sentRows).all(filter);
}

/** How many times something was sent. */
export function countSent(db: ReadableDb): number {
  const row = sql<[], { sent: number }>(
    db,
    'SELECT (SELECT count(*) FROM attempt) + (SELECT count(*) FROM activity_note) AS sent',
  ).get();
  return row?.sent ?? 0;
}

/** What an operation is about, whatever became of it. */
export interface SentOperation {
  readonly op: string;
  readonly kind: OperationKind;
  readonly project: string;
  readonly name: string | null;
  readonly payloadJson: string;
  readonly states: readonly ItemState[];
  readonly findings: number;
  readonly first: FindingRow | null;
  readonly firstId: string;
  readonly firstTitle: string;
}

type SentOperationRow = Omit<SentOperation, 'states'> & { readonly statesJson: string };

/** An operation of the outbox, settled or not. @throws Error if there is none */
export function sentOperation(db: ReadableDb, seq: number): SentOperation {
  const row = sql<[number], SentOperationRow>(
    db,
    `SELECT o.op, o.kind, o.project, e.name, o.payload_json AS payloadJson,
            (SELECT json_group_array(DISTINCT i.state) FROM operation_item i WHERE i.seq = o.seq) AS statesJson,
            (SELECT count(*) FROM operation_item i WHERE i.seq = o.seq) AS findings,
            f.finding AS first, coalesce(f.service_id, f.local_id, '') AS firstId,
            coalesce(l.title, r.base_json ->> '$.title', i.patch_json ->> '$.title', '') AS firstTitle
       FROM operation o
       LEFT JOIN engagement e ON e.project = o.project
       LEFT JOIN operation_item i ON i.seq = o.seq
        AND i.finding = (SELECT min(finding) FROM operation_item WHERE seq = o.seq)
       LEFT JOIN finding f ON f.finding = i.finding
       LEFT JOIN list_row l ON l.finding = f.finding
       LEFT JOIN record r ON r.finding = f.finding AND r.readable = 1
      WHERE o.seq = ?`,
  ).get(seq);
  if (row === undefined) throw new Error(`operation ${String(seq)} is not in the store`);
  const { statesJson, ...rest } = row;
  const states = new Set<string>(textsIn(statesJson));
  return { ...rest, states: itemStates.filter((state) => states.has(state)) };
}

const itemStates = [
  'queued',
  'sending',
  'done',
  'conflict',
  'rejected',
  'unknown',
  'discarded',
] as const satisfies readonly ItemState[];

/** What an operation wrote into a finding up to a moment: the details of the history, the oldest first. */
export function writtenBefore(
  db: ReadableDb,
  ask: { readonly finding: FindingRow; readonly op: string; readonly at: string },
): { readonly at: string; readonly what: string; readonly detailJson: string }[] {
  return sql<[typeof ask], { at: string; what: string; detailJson: string }>(
    db,
    `SELECT at, what, detail_json AS detailJson FROM history
      WHERE finding = @finding AND op = @op AND at <= @at AND detail_json IS NOT NULL
        AND what IN ('created-here', 'created-again', 'edited', 'status-asked', 'resolved')
      ORDER BY entry`,
  ).all(ask);
}

/** The title that a finding had at a moment; null if it was not renamed since. */
export function titleAt(
  db: ReadableDb,
  ask: { readonly finding: FindingRow; readonly at: string },
): string | null {
  // An own title that comes back from the service is no other one.
  const row = sql<[typeof ask], { title: string }>(
    db,
    `SELECT h.detail_json ->> '$.fields.title.was' AS title FROM history h
      WHERE h.finding = @finding AND h.at > @at AND h.what IN ('edited', 'changed')
        AND h.detail_json ->> '$.fields.title.was' IS NOT NULL
        AND NOT (h.what = 'changed' AND EXISTS (
          SELECT 1 FROM history e
           WHERE e.finding = h.finding AND e.entry < h.entry AND e.what = 'edited'
             AND e.detail_json ->> '$.fields.title.now' = h.detail_json ->> '$.fields.title.now'))
      ORDER BY h.entry LIMIT 1`,
  ).get(ask);
  return row?.title ?? null;
}

/** Identifiers and titles of the findings of an operation, for a search. */
export function wordsOfOperation(db: ReadableDb, seq: number): string {
  const row = sql<[number], { words: string | null }>(
    db,
    `SELECT group_concat(coalesce(f.service_id, '') || ' ' || coalesce(f.local_id, '') || ' ' ||
              coalesce(l.title, r.base_json ->> '$.title', i.patch_json ->> '$.title', ''), ' ') AS words
       FROM operation_item i JOIN finding f ON f.finding = i.finding
       LEFT JOIN list_row l ON l.finding = i.finding
       LEFT JOIN record r ON r.finding = i.finding AND r.readable = 1
      WHERE i.seq = ?`,
  ).get(seq);
  return row?.words ?? '';
}

/** What was said when an attempt of an operation ended; '' if nothing was. @param endedAt of the attempt */
export function saidAt(
  db: ReadableDb,
  attempt: { readonly seq: number; readonly number: number; readonly endedAt: string },
): string {
  const row = sql<[typeof attempt], { said: string | null }>(
    db,
    `SELECT h.detail_json ->> '$.message' AS said
       FROM operation_item i JOIN operation o ON o.seq = i.seq
       JOIN history h ON h.finding = i.finding AND h.op = o.op AND h.at >= @endedAt
        AND h.what IN ('rejected', 'unknown')
      WHERE i.seq = @seq
        AND h.at <= coalesce((SELECT min(b.started_at) FROM attempt b WHERE b.seq = @seq AND b.attempt > @number), '~')
      ORDER BY h.entry LIMIT 1`,
  ).get(attempt);
  return row?.said ?? '';
}

/** One refusal of the service: of an operation for one finding, or of a noted call. */
export interface RefusedRow {
  readonly kind: string;
  readonly status: number;
  readonly at: string;
  readonly said: string;
  readonly op: string | null;
  readonly project: string | null;
  readonly firstId: string | null;
  readonly firstTitle: string | null;
}

/** Every refusal with one of two statuses, the newest first. */
export function refusedRows(db: ReadableDb, statuses: readonly [number, number]): RefusedRow[] {
  return sql<[number, number, number, number], RefusedRow>(
    db,
    `SELECT o.kind, h.detail_json ->> '$.status' AS status, h.at, h.detail_json ->> '$.message' AS said, o.op,
            o.project, coalesce(f.service_id, f.local_id) AS firstId, coalesce(l.title, '') AS firstTitle
       FROM history h JOIN operation o ON o.op = h.op JOIN finding f ON f.finding = h.finding
       LEFT JOIN list_row l ON l.finding = h.finding
      WHERE h.what = 'rejected' AND h.detail_json ->> '$.status' IN (?, ?)
      UNION ALL
     SELECT n.kind, n.status, n.at, '', NULL, NULL, NULL, NULL FROM activity_note n
      WHERE n.outcome = 'refused' AND n.status IN (?, ?)
      ORDER BY 3 DESC`,
  ).all(...statuses, ...statuses);
}

/** The last answer to an action that was carried out or not permitted. */
export interface LastAnswerRow {
  readonly kind: string;
  readonly project: string | null;
  readonly refused: 0 | 1;
  readonly at: string;
}

/** The last such answer to each call about the account, and in each engagement to what the assistant was asked. */
export function lastAnswers(db: ReadableDb): LastAnswerRow[] {
  // With max() the other columns are those of the same row.
  return sql<[], LastAnswerRow & { readonly last: number }>(
    db,
    `SELECT o.kind, o.project, a.outcome = 'refused 403' AS refused, a.ended_at AS at, max(a.attempt) AS last
       FROM operation o JOIN attempt a ON a.seq = o.seq
      WHERE o.kind IN ('ai-demonstration', 'ai-merge')
        AND (a.outcome = 'refused 403' OR a.outcome LIKE 'acknowledged%')
      GROUP BY o.kind, o.project
      UNION ALL
     SELECT n.kind, NULL, n.outcome = 'refused', n.ended_at, max(n.note) FROM activity_note n
      WHERE n.outcome = 'done' OR (n.outcome = 'refused' AND n.status = 403)
      GROUP BY n.kind`,
  ).all();
}
