import type { FindingRow } from '#contract/finding/finding.ts';
import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** When the person last looked at a finding, and as what. */
export interface ReadMarkRow {
  readonly at: string;
  /** The service's record as it was; null if that is the one that the service has now. */
  readonly recordJson: string | null;
}

/** The last look at a finding, or null if there was none. */
export function readReadMark(db: ReadableDb, finding: FindingRow): ReadMarkRow | null {
  const row = sql<[FindingRow], ReadMarkRow>(
    db,
    'SELECT at, record_json AS recordJson FROM looked WHERE finding = ?',
  ).get(finding);
  return row ?? null;
}

/**
 * What was written here and may have been answered since the last visit: patches of operations that were open then or
 * came later, without discarded ones. No news to the person, whenever the service shows it.
 */
export function ownSinceReadMark(db: ReadableDb, finding: FindingRow): { patchJson: string; kind: string }[] {
  return sql<[FindingRow], { patchJson: string; kind: string }>(
    db,
    `SELECT i.patch_json AS patchJson, o.kind
       FROM looked w JOIN operation_item i ON i.finding = w.finding AND i.seq >= w.from_seq
       JOIN operation o ON o.seq = i.seq
      WHERE w.finding = ? AND i.state <> 'discarded' ORDER BY i.seq`,
  ).all(finding);
}

const markRead =
  'UPDATE list_key SET unread = 0, stamp = (SELECT commits FROM mark) WHERE finding = ? AND unread <> 0';

const nextSeq = '(SELECT coalesce(max(seq), 0) + 1 FROM operation)';

const look = `
  INSERT INTO looked (finding, at, from_seq)
  SELECT f.finding, @at, coalesce(
           (SELECT min(i.seq) FROM operation_item i
             WHERE i.finding = f.finding AND i.state NOT IN ('done', 'discarded')), ${nextSeq})
    FROM finding f`;

const again = `
  ON CONFLICT (finding) DO UPDATE SET at = excluded.at, from_seq = excluded.from_seq, record_json = NULL`;

/** Whether the person ever looked at a finding. */
export function hasReadMark(db: ReadableDb): boolean {
  return sql<[]>(db, 'SELECT 1 FROM looked WHERE from_seq > 0 LIMIT 1').get() !== undefined;
}

/** A finding counts as read as the first fetch brought it (`from_seq` 0), although nobody has looked at it. */
export function writeFetchMark(db: WritableDb, finding: FindingRow, at: string): void {
  sql(db, 'INSERT OR IGNORE INTO looked (finding, at, from_seq) VALUES (?, ?, 0)').run(finding, at);
  sql(db, markRead).run(finding);
}

/** The person has looked at a finding as it is now: it is not unread any more, in the lists either. */
export function writeReadMark(db: WritableDb, finding: FindingRow, at: string): void {
  sql(db, `${look} WHERE f.finding = @finding ${again}`).run({ finding, at });
  sql(db, markRead).run(finding);
}

/** Whether a finding counts as read by the first fetch alone. */
export function hasFetchMark(db: ReadableDb, finding: FindingRow): boolean {
  const mark = sql<[FindingRow]>(db, 'SELECT 1 FROM looked WHERE finding = ? AND from_seq = 0').get(finding);
  return mark !== undefined;
}

/** Whether a list shows a finding as unread. */
export function isUnread(db: ReadableDb, finding: FindingRow): boolean {
  return (
    sql<[FindingRow]>(db, 'SELECT 1 FROM list_key WHERE finding = ? AND unread <> 0').get(finding) !==
    undefined
  );
}

/** The next findings of an engagement that a list shows as unread, behind row `after`. */
export function unreadFindings(
  db: ReadableDb,
  ask: { project: string; after: number; limit: number },
): FindingRow[] {
  return sql<[{ project: string; after: number; limit: number }], { finding: FindingRow }>(
    db,
    `SELECT finding FROM list_key
      WHERE +project = @project AND unread <> 0 AND finding > @after ORDER BY finding LIMIT @limit`,
  )
    .all(ask)
    .map(({ finding }) => finding);
}
