import type { FindingRow } from '../electron/contract/finding.ts';
import { sql } from './transaction.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/*
 * The contentless full-text index over the effective records. It follows behind the sync: `text_due` names the
 * findings whose text it does not hold yet.
 */

/** Notes that the text of a finding is new or changed: it is indexed later, until then it is searched as it is. */
export function markTextDue(db: WritableDb, finding: FindingRow): void {
  sql(db, 'INSERT OR IGNORE INTO text_due (finding) VALUES (?)').run(finding);
}

/** Up to `limit` findings whose text is to be indexed, oldest rows first. */
export function dueFindings(db: ReadableDb, limit: number): FindingRow[] {
  return sql<[number], FindingRow>(db, 'SELECT finding FROM text_due ORDER BY finding LIMIT ?')
    .pluck()
    .all(limit);
}

/** Findings of one engagement whose text is not indexed yet. */
export function dueFindingsOf(db: ReadableDb, project: string, limit: number): FindingRow[] {
  return sql<[string, number], FindingRow>(
    db,
    `SELECT d.finding FROM text_due d CROSS JOIN list_row l ON l.finding = d.finding
      WHERE l.project = ? ORDER BY d.finding LIMIT ?`,
  )
    .pluck()
    .all(project, limit);
}

/** How many findings of one engagement, or of all, are not in the full text yet. */
export function dueCount(db: ReadableDb, project?: string): number {
  const count =
    project === undefined
      ? sql<[], number>(db, 'SELECT count(*) FROM text_due').pluck().get()
      : sql<[string], number>(
          db,
          `SELECT count(*) FROM text_due d CROSS JOIN list_row l ON l.finding = d.finding WHERE l.project = ?`,
        )
          .pluck()
          .get(project);
  return count ?? 0;
}

/** Puts the text of a finding, already split into searchable words, in place of what was indexed before. */
export function writeText(db: WritableDb, finding: FindingRow, words: string): void {
  sql(db, 'INSERT OR REPLACE INTO finding_text (rowid, body) VALUES (?, ?)').run(finding, words);
  sql(db, 'DELETE FROM text_due WHERE finding = ?').run(finding);
}

/**
 * The row numbers of the findings whose indexed text meets an FTS5 expression, in no order.
 * Answered as one JSON array, because 100,000 rows cross from SQLite as one text in a tenth of the time.
 */
export function matchText(db: ReadableDb, expression: string): number[] {
  const rows = sql<[string], string>(
    db,
    'SELECT json_group_array(rowid) FROM finding_text WHERE finding_text MATCH ?',
  )
    .pluck()
    .get(expression);
  const findings: number[] = JSON.parse(rows ?? '[]');
  return findings;
}
