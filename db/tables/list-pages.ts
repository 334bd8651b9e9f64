import { sql } from '../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../schema/types.ts';

/** A page of a list as it was last read: hashes of its body, of how it was read, and of what its rows were. */
export interface ListPageRow {
  readonly project: string;
  readonly page: number;
  readonly bodyHash: string;
  readonly readingHash: string;
  readonly idsHash: string;
  readonly rowsHash: string;
  /** JSON array with the finding of each row. */
  readonly findingsJson: string;
}

/** A page as it was last read, or null. */
export function readListPage(db: ReadableDb, project: string, page: number): ListPageRow | null {
  return (
    sql<[string, number], ListPageRow>(
      db,
      `SELECT project, page, body_hash AS bodyHash, reading_hash AS readingHash, ids_hash AS idsHash,
              rows_hash AS rowsHash, findings_json AS findingsJson
         FROM list_page WHERE project = ? AND page = ?`,
    ).get(project, page) ?? null
  );
}

/** Keeps a page in place of what it was before. */
export function writeListPage(db: WritableDb, row: ListPageRow): void {
  sql(
    db,
    `INSERT OR REPLACE INTO list_page (project, page, body_hash, reading_hash, ids_hash, rows_hash, findings_json)
     VALUES (@project, @page, @bodyHash, @readingHash, @idsHash, @rowsHash, @findingsJson)`,
  ).run(row);
}

/** Forgets the pages behind the last one of a list. */
export function dropPagesBehind(db: WritableDb, project: string, lastPage: number): void {
  sql(db, 'DELETE FROM list_page WHERE project = ? AND page > ?').run(project, lastPage);
}

/**
 * The rows of a page as the store has them now: a JSON array with identifier and list digest of each. Findings that
 * are gone, of another engagement or without a record are left out.
 *
 * @param wholeList the list shows all that a detail does: findings whose detail was read as something else are left out too
 */
export function rowsAsStored(
  db: ReadableDb,
  { project, findingsJson }: Pick<ListPageRow, 'project' | 'findingsJson'>,
  wholeList: boolean,
): string {
  const row = sql<[{ project: string; findingsJson: string; wholeList: 0 | 1 }], { rows: string }>(
    db,
    `SELECT json_group_array(json_array(f.service_id, r.list_hash) ORDER BY j.key) AS rows
       FROM json_each(@findingsJson) j
       CROSS JOIN finding f ON f.finding = j.value
       CROSS JOIN record r INDEXED BY record_seen ON r.finding = f.finding
      WHERE f.project = @project AND r.gone_at IS NULL
        AND (NOT @wholeList OR r.detail_hash IS NULL OR r.detail_hash = r.list_hash)`,
  ).get({ project, findingsJson, wholeList: wholeList ? 1 : 0 });
  return row?.rows ?? '[]';
}
