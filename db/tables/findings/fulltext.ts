import type { FindingRow } from '#contract/finding/finding.ts';
import { rowsIn } from '../../store/columns.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/*
 * The contentless full-text index over the effective records. It follows behind the sync: `text_due` names the
 * findings whose text it does not hold yet.
 */

/** Notes that the text of a finding is new or changed: it is indexed later, until then it is searched as it is. */
export function markTextDue(db: WritableDb, finding: FindingRow): void {
  sql(db, 'INSERT OR IGNORE INTO text_due (finding) VALUES (?)').run(finding);
}

interface DueRow {
  readonly finding: FindingRow;
}

/** Up to `limit` findings whose text is to be indexed, oldest rows first. */
export function dueFindings(db: ReadableDb, limit: number): FindingRow[] {
  const rows = sql<[number], DueRow>(db, 'SELECT finding FROM text_due ORDER BY finding LIMIT ?').all(limit);
  return rows.map(({ finding }) => finding);
}

/** Up to `limit` findings of one engagement whose text is not indexed yet. */
export function dueFindingsOf(db: ReadableDb, project: string, limit: number): FindingRow[] {
  const rows = sql<[string, number], DueRow>(
    db,
    `SELECT d.finding FROM text_due d CROSS JOIN list_row l ON l.finding = d.finding
      WHERE l.project = ? ORDER BY d.finding LIMIT ?`,
  ).all(project, limit);
  return rows.map(({ finding }) => finding);
}

/** How many findings of one engagement, or of all, are not in the full text yet. */
export function dueCount(db: ReadableDb, project?: string): number {
  const row =
    project === undefined || isOnlyEngagement(db, project)
      ? sql<[], { due: number }>(db, 'SELECT count(*) AS due FROM text_due').get()
      : sql<[string], { due: number }>(
          db,
          `SELECT count(*) AS due FROM list_row l INDEXED BY list_row_project
            WHERE l.project = ? AND l.finding IN (SELECT finding FROM text_due)`,
        ).get(project);
  return row?.due ?? 0;
}

/** Whether all listed findings are of this engagement: then nothing is counted apart, which takes 15 ms for 100,000. */
function isOnlyEngagement(db: ReadableDb, project: string): boolean {
  const row = sql<[], { first: string | null; last: string | null }>(
    db,
    'SELECT (SELECT min(project) FROM list_row) AS first, (SELECT max(project) FROM list_row) AS last',
  ).get();
  return row?.first === project && row.last === project;
}

/** What the full text is given of a finding. */
export interface IndexedText {
  /** The text, already split into searchable words. */
  readonly words: string;
  /** With what its words begin. */
  readonly starts: string;
}

/**
 * Puts the text of a finding in place of what was indexed before. Nothing here may open a savepoint, as
 * `INSERT OR REPLACE` into a plain table does: at each savepoint the full text writes out what it has
 * gathered. That makes a piece for each finding instead of one for each batch, and all pieces have to be
 * merged again. The change is the caller's to count (`countTextChange`).
 */
export function writeText(db: WritableDb, finding: FindingRow, { words, starts }: IndexedText): void {
  sql(db, 'INSERT OR REPLACE INTO finding_text (rowid, body) VALUES (?, ?)').run(finding, words);
  writeStarts(db, finding, starts);
  sql(db, 'DELETE FROM text_due WHERE finding = ?').run(finding);
}

/** The second half of `writeText`, for a finding of a store of before. */
export function writeStarts(db: WritableDb, finding: FindingRow, starts: string): void {
  sql(db, 'INSERT OR REPLACE INTO text_start (rowid, starts) VALUES (?, ?)').run(finding, starts);
  sql(db, 'DELETE FROM text_unstarted WHERE finding = ?').run(finding);
}

/** Takes a finding out of the full text. Nothing happens if it is not in it. */
export function removeText(db: WritableDb, finding: FindingRow): void {
  sql(db, 'DELETE FROM finding_text WHERE rowid = ?').run(finding);
  sql(db, 'DELETE FROM text_start WHERE rowid = ?').run(finding);
  countTextChange(db);
}

/**
 * To be called by whatever changes the full text: what was found in it for a word holds no more. Before the first text of a
 * transaction, not between two of them: it opens a savepoint.
 */
export function countTextChange(db: WritableDb): void {
  sql(db, 'UPDATE mark SET text_changes = text_changes + 1').run();
}

/** Another number than before if the full text holds something else. */
export function textChanges(db: ReadableDb): number {
  return sql<[], { changes: number }>(db, 'SELECT text_changes AS changes FROM mark').get()?.changes ?? 0;
}

/** Pages of the full text that are merged at once, and of the starts of words, which are a tenth of it: some milliseconds. */
const mergedAtOnce = { finding_text: 100, text_start: 12 };

/**
 * Merges some of the pieces that the full text was written in, each of which a search looks through. To be called after
 * each batch: it keeps up with batches of some dozen findings.
 */
export function mergeText(db: WritableDb): void {
  for (const [table, pages] of Object.entries(mergedAtOnce)) {
    db.prepare<[number]>(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`).run(pages);
  }
}

/**
 * The row numbers of the findings whose indexed text meets an FTS5 expression, in no order.
 * Answered as one JSON array, because 100,000 rows cross from SQLite as one text in a tenth of the time.
 */
export function matchText(db: ReadableDb, expression: string): Uint32Array {
  const row = sql<[string], { findings: string }>(
    db,
    'SELECT json_group_array(rowid) AS findings FROM finding_text WHERE finding_text MATCH ?',
  ).get(expression);
  return rowsIn(row?.findings ?? '[]');
}

/** Up to `limit` indexed findings of which is not known with what their words begin: from an older store. */
export function unstartedFindings(db: ReadableDb, limit: number): FindingRow[] {
  const rows = sql<[number], DueRow>(db, 'SELECT finding FROM text_unstarted ORDER BY finding LIMIT ?').all(
    limit,
  );
  return rows.map(({ finding }) => finding);
}

/**
 * The findings whose indexed text has a word that begins so, in no order; null if that is not known of every finding
 * that is indexed.
 *
 * @param start as `#domain/text/words.ts` asks it
 */
export function matchStart(db: ReadableDb, start: string): Uint32Array | null {
  if (unstartedFindings(db, 1).length > 0) return null;
  const row = sql<[string], { findings: string }>(
    db,
    'SELECT json_group_array(rowid) AS findings FROM text_start WHERE text_start MATCH ?',
  ).get(`"${start}"`);
  return rowsIn(row?.findings ?? '[]');
}
