import type { FindingRow } from '#contract/finding/finding.ts';
import type { OperationKind } from '#contract/finding/operation.ts';
import { textsIn } from '../../store/columns.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb } from '../../schema/types.ts';
import { generationKinds } from '../../schema/generation-kinds.ts';

/*
 * What the screen of the queue asks: counted in the store, because an operation over many findings has as many rows and
 * each of them carries texts.
 */

const isOpen = "i.state NOT IN ('done', 'discarded')";
// Queued and for a person: it waits for a confirmation.
const asksPerson =
  "(i.state IN ('conflict', 'rejected') OR (i.state IN ('unknown', 'queued') AND i.needs_person = 1))";
const inOrder = (row: string): string =>
  `${row}.seq NOT IN (SELECT seq FROM operation WHERE kind IN ${generationKinds})`;

/** An open operation and which of the groups of the screen its rows speak for. */
export interface GroupedOperation {
  readonly seq: number;
  readonly person: 0 | 1;
  readonly unknown: 0 | 1;
  readonly sending: 0 | 1;
}

/** Every open operation in the order of the outbox; of one engagement, or of all (null). */
export function groupedOperations(db: ReadableDb, project: string | null): GroupedOperation[] {
  return sql<[{ project: string | null }], GroupedOperation>(
    db,
    `SELECT i.seq, max(${asksPerson}) AS person, max(i.state = 'unknown') AS unknown, max(i.state = 'sending') AS sending
       FROM operation_item i
      WHERE ${isOpen} AND (@project IS NULL OR i.seq IN (SELECT o.seq FROM operation o WHERE o.project = @project))
      GROUP BY i.seq ORDER BY i.seq`,
  ).all({ project });
}

/** What is told of an open operation in a list. */
export interface QueuedOperation {
  readonly seq: number;
  readonly op: string;
  readonly kind: OperationKind;
  readonly project: string;
  readonly createdAt: string;
  readonly payloadJson: string;
  readonly findings: number;
  readonly attempts: number;
  readonly lastAttemptAt: string | null;
  /** The first finding that it is open for. */
  readonly firstId: string;
  readonly firstTitle: string;
  /** How many of its findings are in each state. */
  readonly conflict: number;
  readonly rejected: number;
  readonly unknown: number;
  readonly sending: number;
  readonly queued: number;
  /** How many of the unknown ones need a person, and how many of the queued ones wait for a confirmation. */
  readonly lost: number;
  readonly asked: number;
  /** Of the unknown ones that do not, when the first in-doubt window began on the awake clock of this boot. */
  readonly quietFromMs: number | null;
  /** Whether the in-doubt window of one of them began in another boot. */
  readonly inDoubtOfAnotherBoot: 0 | 1;
  /** A conflict of it, as JSON, and a message with its status. */
  readonly conflictJson: string | null;
  readonly errorStatus: number | null;
  readonly errorMessage: string | null;
}

const waitsForRead = "i.state = 'unknown' AND i.needs_person = 0";

const selectQueued = `
  WITH summed AS (
    SELECT i.seq, count(*) AS findings, max(i.attempts) AS attempts, min(i.finding) AS first,
           sum(i.state = 'conflict') AS conflict, sum(i.state = 'rejected') AS rejected,
           sum(i.state = 'unknown') AS unknown, sum(i.state = 'sending') AS sending,
           sum(i.state = 'queued') AS queued, sum(i.state = 'unknown' AND i.needs_person = 1) AS lost,
           sum(i.state = 'queued' AND i.needs_person = 1) AS asked,
           min(CASE WHEN ${waitsForRead} AND i.quiet_boot = @boot THEN i.quiet_from_ms END) AS quietFromMs,
           coalesce(max(${waitsForRead} AND i.quiet_boot IS NOT @boot), 0) AS inDoubtOfAnotherBoot,
           min(CASE WHEN i.state = 'conflict' THEN i.finding END) AS contested,
           min(CASE WHEN i.error_message IS NOT NULL THEN i.finding END) AS told
      FROM operation_item i WHERE i.seq = @seq AND ${isOpen})
  SELECT o.seq, o.op, o.kind, o.project, o.created_at AS createdAt, o.payload_json AS payloadJson, s.findings,
         s.attempts, s.conflict, s.rejected, s.unknown, s.sending, s.queued, s.lost, s.asked, s.quietFromMs,
         s.inDoubtOfAnotherBoot, coalesce(f.service_id, f.local_id, '') AS firstId, coalesce(l.title, '') AS firstTitle,
         (SELECT max(a.started_at) FROM attempt a WHERE a.seq = s.seq) AS lastAttemptAt,
         c.conflict_json AS conflictJson, t.error_status AS errorStatus, t.error_message AS errorMessage
    FROM summed s
    JOIN operation o ON o.seq = s.seq
    JOIN finding f ON f.finding = s.first
    LEFT JOIN list_row l ON l.finding = s.first
    LEFT JOIN operation_item c ON c.seq = s.seq AND c.finding = s.contested
    LEFT JOIN operation_item t ON t.seq = s.seq AND t.finding = s.told`;

/** An open operation by its place in the outbox; null if it is settled. @param boot which in-doubt windows still count */
export function queuedOperation(db: ReadableDb, seq: number, boot: string): QueuedOperation | null {
  return sql<[{ seq: number; boot: string }], QueuedOperation>(db, selectQueued).get({ seq, boot }) ?? null;
}

/** The operation that has to be settled before this one may go, if a finding of it waits behind one; or null. */
export function operationBefore(db: ReadableDb, seq: number): string | null {
  const row = sql<[number], { op: string }>(
    db,
    `SELECT o.op FROM operation_item i
       JOIN operation_item e ON e.finding = i.finding AND e.seq < i.seq AND e.state NOT IN ('done', 'discarded')
       JOIN operation o ON o.seq = e.seq
      WHERE i.seq = ? AND i.state = 'queued' AND ${inOrder('i')} AND ${inOrder('e')} ORDER BY e.seq LIMIT 1`,
  ).get(seq);
  return row?.op ?? null;
}

/** What the lists show of a finding and whether something earlier of it is open; null if it is not listed. */
export function listedPart(
  db: ReadableDb,
  { seq, finding }: { readonly seq: number; readonly finding: FindingRow },
): {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly blocked: 0 | 1;
} | null {
  const row = sql<
    [{ seq: number; finding: FindingRow }],
    { id: string; title: string; severity: string; blocked: 0 | 1 }
  >(
    db,
    `SELECT l.id, l.title, l.severity,
            EXISTS (SELECT 1 FROM operation_item i WHERE i.finding = l.finding AND i.seq < @seq AND ${isOpen}
                AND ${inOrder('i')}) AS blocked
       FROM list_row l WHERE l.finding = @finding`,
  ).get({ seq, finding });
  return row ?? null;
}

/** How many open operations wait behind this one on the same findings. */
export function countBehind(db: ReadableDb, seq: number): number {
  const row = sql<[number], { behind: number }>(
    db,
    `SELECT count(DISTINCT l.seq) AS behind FROM operation_item i
       JOIN operation_item l ON l.finding = i.finding AND l.seq > i.seq AND l.state NOT IN ('done', 'discarded')
      WHERE i.seq = ? AND i.state NOT IN ('done', 'discarded') AND ${inOrder('i')} AND ${inOrder('l')}`,
  ).get(seq);
  return row?.behind ?? 0;
}

/** One time that an operation left, or was about to. */
export interface AttemptRow {
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly outcome: string | null;
}

/** The attempts of an operation, the newest first. */
export function attemptsOf(db: ReadableDb, seq: number, limit: number): AttemptRow[] {
  return sql<[number, number], AttemptRow>(
    db,
    `SELECT started_at AS startedAt, ended_at AS endedAt, outcome FROM attempt WHERE seq = ?
      ORDER BY attempt DESC LIMIT ?`,
  ).all(seq, limit);
}

/** A finding as a question names it, with the work of the person that hangs on it. */
export interface QuestionRow {
  readonly finding: FindingRow;
  readonly id: string;
  readonly title: string;
  readonly asset: readonly string[];
  readonly severity: string;
  readonly status: string;
  readonly waiting: number;
  readonly evidence: number;
}

/** The findings of these rows that are still listed, those with work first. @param rows JSON array of row numbers */
export function askedFindings(db: ReadableDb, rows: readonly number[], limit: number): QuestionRow[] {
  const found = sql<
    [{ rows: string; limit: number }],
    Omit<QuestionRow, 'asset'> & { readonly assetJson: string }
  >(
    db,
    `SELECT l.finding, l.id, l.title, l.asset_json AS assetJson, l.severity, l.status,
            (SELECT count(*) FROM operation_item i WHERE i.finding = l.finding AND ${isOpen}) AS waiting,
            (SELECT count(*) FROM evidence e WHERE e.finding = l.finding) AS evidence
       FROM json_each(@rows) j JOIN list_row l ON l.finding = j.value
      ORDER BY waiting + evidence > 0 DESC, l.finding LIMIT @limit`,
  ).all({ rows: JSON.stringify(rows), limit });
  return found.map(({ assetJson, ...row }) => ({ ...row, asset: textsIn(assetJson) }));
}
