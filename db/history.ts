import type { FindingRow } from '#contract/finding.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { sql } from './transaction.ts';

/** Something that happened to a finding: seen, edited, sent, answered. `detailJson` is a JSON object as text. */
export interface HistoryRow {
  readonly at: string;
  readonly what: string;
  readonly op: string | null;
  readonly detailJson: string | null;
}

/** Appends one entry to a finding's history. History is never rewritten. */
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

/** A finding's history, oldest first. */
export function readHistory(db: ReadableDb, finding: FindingRow): HistoryRow[] {
  return sql<[FindingRow], HistoryRow>(
    db,
    'SELECT at, what, op, detail_json AS detailJson FROM history WHERE finding = ? ORDER BY entry',
  ).all(finding);
}
