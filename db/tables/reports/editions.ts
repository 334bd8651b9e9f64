import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { sql } from '../../store/transaction.ts';

/** An exported deliverable, frozen. JSON members are texts; what it was made from, and the file itself, are its pieces. */
export interface EditionRow {
  readonly project: string;
  readonly edition: number;
  readonly createdAt: string;
  readonly format: string;
  readonly template: string;
  readonly optionsJson: string;
  readonly findings: number;
  readonly pages: number | null;
  /** Of the file. */
  readonly sha256: string;
  /** Of the file. */
  readonly bytes: number;
  /** What the check had to say (`CheckMessage[]`); null for one that was made before there was a check. */
  readonly checkJson: string | null;
  /** The name of its pieces. */
  readonly content: string;
}

/** `snapshot`: the JSON that it was made from. */
export type EditionPart = 'snapshot' | 'file';

const strays = 'WHERE content NOT IN (SELECT content FROM edition)';

/** Keeps a piece of an edition that is to come, behind the others of its part. */
export function insertPiece(
  db: WritableDb,
  row: Pick<EditionRow, 'project' | 'content'> & {
    readonly part: EditionPart;
    readonly bytes: Uint8Array;
  },
): void {
  sql(
    db,
    'INSERT INTO edition_piece (project, content, part, bytes) VALUES (@project, @content, @part, @bytes)',
  ).run(row);
}

/** Keeps an edition under the next number of its engagement, which is answered. Its pieces are there by now. */
export function insertEdition(db: WritableDb, row: Omit<EditionRow, 'edition'>): number {
  const inserted = sql<[Omit<EditionRow, 'edition'>], { edition: number }>(
    db,
    `INSERT INTO edition (project, edition, created_at, format, template, options_json, findings, pages, sha256,
                          bytes, check_json, content)
     VALUES (@project, 1 + (SELECT coalesce(max(edition), 0) FROM edition WHERE project = @project), @createdAt,
             @format, @template, @optionsJson, @findings, @pages, @sha256, @bytes, @checkJson, @content)
     RETURNING edition`,
  ).get(row);
  if (inserted === undefined) throw new Error('an edition was not kept');
  return inserted.edition;
}

/** The number that an edition kept now would have. */
export function nextEdition(db: ReadableDb, project: string): number {
  const row = sql<[string], { next: number }>(
    db,
    'SELECT 1 + coalesce(max(edition), 0) AS next FROM edition WHERE project = ?',
  ).get(project);
  return row?.next ?? 1;
}

/** Whether any edition is kept. */
export function hasEdition(db: ReadableDb): boolean {
  return sql<[]>(db, 'SELECT 1 FROM edition LIMIT 1').get() !== undefined;
}

/** Removes the pieces of one that never came to be. */
export function removePieces(db: WritableDb, content: string): void {
  sql(db, 'DELETE FROM edition_piece WHERE content = ?').run(content);
}

/** Whether there are pieces that no edition names. */
export function hasStrayPieces(db: ReadableDb): boolean {
  return sql(db, `SELECT 1 FROM edition_piece ${strays} LIMIT 1`).get() !== undefined;
}

/** Removes pieces that no edition names: what a kill left. Not while an edition is being kept. */
export function removeStrayPieces(db: WritableDb): void {
  sql(db, `DELETE FROM edition_piece ${strays}`).run();
}

/** An edition without its pieces, or null. */
export function readEdition(db: ReadableDb, project: string, edition: number): EditionRow | null {
  return (
    sql<[string, number], EditionRow>(
      db,
      `SELECT project, edition, created_at AS createdAt, format, template, options_json AS optionsJson, findings,
              pages, sha256, bytes, check_json AS checkJson, content
         FROM edition WHERE project = ? AND edition = ?`,
    ).get(project, edition) ?? null
  );
}

/** The pieces of an edition, put together. */
export function readEditionPart(
  db: ReadableDb,
  { content }: Pick<EditionRow, 'content'>,
  part: EditionPart,
): Buffer {
  const pieces = sql<[string, EditionPart], { bytes: Uint8Array }>(
    db,
    'SELECT bytes FROM edition_piece WHERE content = ? AND part = ? ORDER BY piece',
  ).all(content, part);
  return Buffer.concat(pieces.map(({ bytes }) => bytes));
}

/** An edition as it is listed. */
export type EditionHead = Omit<EditionRow, 'project' | 'checkJson' | 'content'>;

/** The editions of an engagement, the newest first. */
export function listEditions(db: ReadableDb, project: string): EditionHead[] {
  return sql<[string], EditionHead>(
    db,
    `SELECT edition, created_at AS createdAt, format, template, options_json AS optionsJson, findings, pages, sha256,
            bytes
       FROM edition WHERE project = ? ORDER BY edition DESC`,
  ).all(project);
}

/** What an edition was made from, or null if there is none. */
export function readEditionSnapshot(db: ReadableDb, project: string, edition: number): string | null {
  const row = readEdition(db, project, edition);
  return row === null ? null : readEditionPart(db, row, 'snapshot').toString();
}
