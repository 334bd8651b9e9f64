import type { EditableField, FindingRow } from '#contract/finding/finding.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** What a user noted on a finding, a field or a passage of it, or with `finding` null on the engagement. */
export interface CommentRow {
  readonly comment: string;
  readonly project: string;
  readonly finding: FindingRow | null;
  readonly field: EditableField | null;
  /** The words that it is about; null for none, empty if they may not be kept any more. */
  readonly quote: string | null;
  /** Which place of the field they are, as JSON; null if that is not known. */
  readonly anchorJson: string | null;
  readonly text: string;
  readonly author: string;
  readonly addedAt: string;
  readonly changedAt: string | null;
  readonly resolvedAt: string | null;
  /** The comment that this one answers; null for none. */
  readonly replyTo: string | null;
}

const select = `SELECT comment, project, finding, field, quote, anchor_json AS anchorJson, text, author, added_at AS addedAt,
  changed_at AS changedAt, resolved_at AS resolvedAt, reply_to AS replyTo FROM comment`;

/** The comments on a finding, the oldest first. */
export function commentsOn(db: ReadableDb, finding: FindingRow): CommentRow[] {
  return sql<[FindingRow], CommentRow>(db, `${select} WHERE finding = ? ORDER BY added_at, number`).all(
    finding,
  );
}

/** The notes on an engagement and the comments on all its findings, the oldest first. */
export function commentsIn(db: ReadableDb, project: string): CommentRow[] {
  return sql<[string], CommentRow>(db, `${select} WHERE project = ? ORDER BY added_at, number`).all(project);
}

/** The comment of this name, or null. */
export function readComment(db: ReadableDb, comment: string): CommentRow | null {
  return sql<[string], CommentRow>(db, `${select} WHERE comment = ?`).get(comment) ?? null;
}

/** The replies to a comment, the oldest first. */
export function repliesTo(db: ReadableDb, comment: string): CommentRow[] {
  return sql<[string], CommentRow>(db, `${select} WHERE reply_to = ? ORDER BY added_at, number`).all(comment);
}

/** How many comments on a finding are open; a reply belongs to its comment. */
export function openComments(db: ReadableDb, finding: FindingRow): number {
  const row = sql<[FindingRow], { open: number }>(
    db,
    'SELECT count(*) AS open FROM comment WHERE finding = ? AND resolved_at IS NULL AND reply_to IS NULL',
  ).get(finding);
  return row?.open ?? 0;
}

/** Writes a comment, new or changed; to be called in a transaction. */
export function writeComment(db: WritableDb, row: CommentRow): void {
  sql(
    db,
    `INSERT INTO comment
       (comment, project, finding, field, quote, anchor_json, text, author, added_at, changed_at, resolved_at, reply_to)
     VALUES (@comment, @project, @finding, @field, @quote, @anchorJson, @text, @author, @addedAt, @changedAt, @resolvedAt,
             @replyTo)
     ON CONFLICT (comment) DO UPDATE SET
       text = excluded.text, changed_at = excluded.changed_at, resolved_at = excluded.resolved_at`,
  ).run(row);
}

/** Deletes a comment with its replies; to be called in a transaction. */
export function deleteComment(db: WritableDb, comment: string): void {
  sql(db, 'DELETE FROM comment WHERE comment = @comment OR reply_to = @comment').run({ comment });
}
