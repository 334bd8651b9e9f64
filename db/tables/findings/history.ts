import type { FindingRow } from '#contract/finding/finding.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { sql } from '../../store/transaction.ts';

/** Something that happened to a finding: seen, edited, sent, answered. `detailJson` is a JSON object as text. */
export interface HistoryRow {
  readonly at: string;
  readonly what: string;
  readonly op: string | null;
  readonly detailJson: string | null;
}

/** Appends one entry to a finding's history. None is rewritten, but for `changeHistory`. */
export function recordHistory(
  db: WritableDb,
  finding: FindingRow,
  entry: { at: string; what: string; op?: string; detailJson?: string },
): void {
  sql(db, 'INSERT INTO history (finding, at, what, op, detail_json) VALUES (?, ?, ?, ?, ?)').run(
    finding,
    entry.at,
    entry.what,
    entry.op ?? null,
    entry.detailJson ?? null,
  );
}

/** The newest entry of a finding's history with its number, or null if nothing happened to it yet. */
export function newestHistory(
  db: ReadableDb,
  finding: FindingRow,
): (HistoryRow & { readonly entry: number }) | null {
  const row = sql<[FindingRow], HistoryRow & { entry: number }>(
    db,
    `SELECT entry, at, what, op, detail_json AS detailJson FROM history
      WHERE finding = ? ORDER BY entry DESC LIMIT 1`,
  ).get(finding);
  return row ?? null;
}

/** Writes an entry again, for a run of typing alone: the saves of a text would otherwise keep it hundreds of times. */
export function changeHistory(
  db: WritableDb,
  { entry, at, detailJson }: { readonly entry: number; readonly at: string; readonly detailJson: string },
): void {
  sql(db, 'UPDATE history SET at = ?, detail_json = ? WHERE entry = ?').run(at, detailJson, entry);
}

/** Which of these kinds of entry a finding's history has last, or null if it has none of them. */
export function lastOfHistory(db: ReadableDb, finding: FindingRow, kinds: readonly string[]): string | null {
  const row = sql<[FindingRow, string], { what: string }>(
    db,
    `SELECT what FROM history WHERE finding = ? AND what IN (SELECT value FROM json_each(?))
      ORDER BY entry DESC LIMIT 1`,
  ).get(finding, JSON.stringify(kinds));
  return row?.what ?? null;
}

/** A finding's history, oldest first. */
export function readHistory(db: ReadableDb, finding: FindingRow): HistoryRow[] {
  return sql<[FindingRow], HistoryRow>(
    db,
    'SELECT at, what, op, detail_json AS detailJson FROM history WHERE finding = ? ORDER BY entry',
  ).all(finding);
}
