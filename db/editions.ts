import type { ReadableDb, WritableDb } from './types.ts';
import { sql } from './transaction.ts';

/** An exported deliverable, frozen: what it was made from, and the file itself. JSON members are texts. */
export interface EditionRow {
  readonly project: string;
  readonly edition: number;
  readonly createdAt: string;
  readonly format: string;
  readonly template: string;
  readonly optionsJson: string;
  readonly findings: number;
  readonly pages: number | null;
  readonly sha256: string;
  readonly snapshotJson: string;
  /** What the check had to say (`CheckMessage[]`); null for one that was made before there was a check. */
  readonly checkJson: string | null;
  readonly file: Uint8Array;
}

/** Keeps an edition under the next number of its engagement, which is answered. */
export function insertEdition(db: WritableDb, row: Omit<EditionRow, 'edition'>): number {
  const inserted = sql<[Omit<EditionRow, 'edition'>], { edition: number }>(
    db,
    `INSERT INTO edition (project, edition, created_at, format, template, options_json, findings, pages, sha256,
                          snapshot_json, check_json, file)
     VALUES (@project, 1 + (SELECT coalesce(max(edition), 0) FROM edition WHERE project = @project), @createdAt,
             @format, @template, @optionsJson, @findings, @pages, @sha256, @snapshotJson, @checkJson, @file)
     RETURNING edition`,
  ).get(row);
  if (inserted === undefined) throw new Error('an edition was not kept');
  return inserted.edition;
}

/** An edition as it was exported, or null. */
export function readEdition(db: ReadableDb, project: string, edition: number): EditionRow | null {
  return (
    sql<[string, number], EditionRow>(
      db,
      `SELECT project, edition, created_at AS createdAt, format, template, options_json AS optionsJson, findings,
              pages, sha256, snapshot_json AS snapshotJson, check_json AS checkJson, file
         FROM edition WHERE project = ? AND edition = ?`,
    ).get(project, edition) ?? null
  );
}

/** An edition without what it was made from and without its file. */
export type EditionHead = Omit<EditionRow, 'project' | 'snapshotJson' | 'checkJson' | 'file'> & {
  readonly bytes: number;
};

/** The editions of an engagement, the newest first. */
export function listEditions(db: ReadableDb, project: string): EditionHead[] {
  return sql<[string], EditionHead>(
    db,
    `SELECT edition, created_at AS createdAt, format, template, options_json AS optionsJson, findings, pages, sha256,
            length(file) AS bytes
       FROM edition WHERE project = ? ORDER BY edition DESC`,
  ).all(project);
}

/** What an edition was made from, or null where there is none. */
export function readEditionSnapshot(db: ReadableDb, project: string, edition: number): string | null {
  return (
    sql<[string, number], { snapshotJson: string }>(
      db,
      'SELECT snapshot_json AS snapshotJson FROM edition WHERE project = ? AND edition = ?',
    ).get(project, edition)?.snapshotJson ?? null
  );
}
