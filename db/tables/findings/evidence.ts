import type { FindingRow } from '#contract/finding/finding.ts';
import type { ImageType } from '#contract/finding/evidence.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';
import { sql } from '../../store/transaction.ts';

/** An image of a finding, without its bytes. */
export interface EvidenceRow {
  readonly evidence: string;
  readonly finding: FindingRow;
  readonly caption: string;
  readonly type: ImageType;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly sha256: string;
  readonly originalSha256: string;
  readonly originalName: string;
  readonly addedAt: string;
  readonly changedAt: string | null;
  /** The layers over it, as they are stored; null if it has none. */
  readonly annotationsJson: string | null;
  /** Of the picture as it is shown and printed: with its annotations drawn in, else of the image itself. */
  readonly pictureSha256: string;
}

/** An image that is added: nothing is drawn on it. */
export type NewEvidenceRow = Omit<EvidenceRow, 'changedAt' | 'annotationsJson' | 'pictureSha256'>;

/** What changes of an image with its pixels. */
export type Pixels = Pick<EvidenceRow, 'type' | 'width' | 'height' | 'bytes' | 'sha256'>;

const select = `SELECT evidence, finding, caption, type, width, height, bytes, evidence.sha256,
                       original_sha256 AS originalSha256, original_name AS originalName, added_at AS addedAt,
                       changed_at AS changedAt, a.annotations_json AS annotationsJson,
                       coalesce(a.sha256, evidence.sha256) AS pictureSha256
                  FROM evidence LEFT JOIN evidence_annotation a USING (row)`;

/**
 * The images of a finding in their order, those of a round of retests (its row) or the finding's own. Their bytes are
 * not read.
 */
export function evidenceOf(db: ReadableDb, finding: FindingRow, round: number | null = null): EvidenceRow[] {
  return sql<[FindingRow, number | null], EvidenceRow>(
    db,
    `${select} WHERE finding = ? AND (SELECT r.round FROM evidence_round r WHERE r.row = evidence.row) IS ?
      ORDER BY position, row`,
  ).all(finding, round);
}

/** One image, or null. */
export function readEvidence(db: ReadableDb, evidence: string): EvidenceRow | null {
  return sql<[string], EvidenceRow>(db, `${select} WHERE evidence = ?`).get(evidence) ?? null;
}

/** Images of findings that no list shows: of creations that were cancelled. */
export function strayEvidence(db: ReadableDb): EvidenceRow[] {
  return sql<[], EvidenceRow>(
    db,
    `${select} WHERE finding NOT IN (SELECT finding FROM list_row) ORDER BY row`,
  ).all();
}

/** The round of retests that an image belongs to, by its row; null for one of the finding itself. */
export function roundOfImage(db: ReadableDb, evidence: string): number | null {
  const found = sql<[string], { round: number }>(
    db,
    'SELECT round FROM evidence_round WHERE row = (SELECT row FROM evidence WHERE evidence = ?)',
  ).get(evidence);
  return found?.round ?? null;
}

/** The bytes of an image without its annotations; null if a repair could not rescue them. */
export function readContent(db: ReadableDb, evidence: string): Uint8Array | null {
  const found = sql<[string], { content: Uint8Array }>(
    db,
    `SELECT content FROM evidence_content WHERE row = (SELECT row FROM evidence WHERE evidence = ?)`,
  ).get(evidence);
  return found?.content ?? null;
}

/**
 * The bytes of an image as it is shown and printed, with its annotations drawn in. Null if a repair could not rescue them:
 * never the image without its annotations, which may blur something.
 */
export function readPicture(db: ReadableDb, evidence: string): Uint8Array | null {
  const found = sql<[string], { content: Uint8Array | null }>(
    db,
    `SELECT CASE WHEN a.row IS NULL AND d.row IS NULL THEN c.content ELSE d.content END AS content
       FROM evidence LEFT JOIN evidence_annotation a USING (row) LEFT JOIN evidence_content c USING (row)
       LEFT JOIN evidence_drawn d USING (row)
      WHERE evidence = ?`,
  ).get(evidence);
  return found?.content ?? null;
}

/** Layers over an image, and the picture that they make of it. */
export interface DrawnAnnotations {
  readonly annotationsJson: string;
  readonly sha256: string;
  readonly content: Uint8Array;
}

/** Puts layers over an image in the place of those it had; null takes all of them away. */
export function keepAnnotations(db: WritableDb, evidence: string, drawn: DrawnAnnotations | null): void {
  const row = sql<[string], number>(db, 'SELECT row FROM evidence WHERE evidence = ?').pluck().get(evidence);
  if (row === undefined) throw new Error('annotations were written to no image');
  sql(db, 'DELETE FROM evidence_annotation WHERE row = ?').run(row);
  sql(db, 'DELETE FROM evidence_drawn WHERE row = ?').run(row);
  if (drawn === null) return;
  sql(db, 'INSERT INTO evidence_annotation (row, annotations_json, sha256) VALUES (?, ?, ?)').run(
    ...[row, drawn.annotationsJson, drawn.sha256],
  );
  sql(db, 'INSERT INTO evidence_drawn (row, content) VALUES (?, ?)').run(row, drawn.content);
}

/** Puts an image behind the others of its finding. */
export function insertEvidence(db: WritableDb, row: NewEvidenceRow, content: Uint8Array): void {
  const { lastInsertRowid } = sql(
    db,
    `INSERT INTO evidence (evidence, finding, position, caption, type, width, height, bytes, sha256, original_sha256,
                           original_name, added_at)
     VALUES (@evidence, @finding, (SELECT coalesce(max(position) + 1, 0) FROM evidence WHERE finding = @finding),
             @caption, @type, @width, @height, @bytes, @sha256, @originalSha256, @originalName, @addedAt)`,
  ).run(row);
  sql(db, 'INSERT INTO evidence_content (row, content) VALUES (?, ?)').run(lastInsertRowid, content);
}

/** Writes a caption. */
export function changeCaption(db: WritableDb, evidence: string, caption: string): void {
  const { changes } = sql(db, 'UPDATE evidence SET caption = ? WHERE evidence = ?').run(caption, evidence);
  if (changes !== 1) throw new Error('a caption was written to no image');
}

/** Gives an image another name. */
export function changeImageName(db: WritableDb, evidence: string, name: string): void {
  const { changes } = sql(db, 'UPDATE evidence SET original_name = ? WHERE evidence = ?').run(name, evidence);
  if (changes !== 1) throw new Error('a name was given to no image');
}

/** Puts other pixels in the place of an image's; the old ones are overwritten where they lay (`secure_delete`). */
export function replacePixels(
  db: WritableDb,
  evidence: string,
  pixels: Pixels & { changedAt: string },
  content: Uint8Array,
): void {
  const changed = sql<[unknown], { row: number }>(
    db,
    `UPDATE evidence SET type = @type, width = @width, height = @height, bytes = @bytes, sha256 = @sha256,
            changed_at = @changedAt
      WHERE evidence = @evidence RETURNING row`,
  ).get({ ...pixels, evidence });
  if (changed === undefined) throw new Error('pixels were written to no image');
  sql(db, 'DELETE FROM evidence_content WHERE row = ?').run(changed.row);
  sql(db, 'INSERT INTO evidence_content (row, content) VALUES (?, ?)').run(changed.row, content);
}

/** Puts the images of a finding in this order; all of them are named. */
export function orderEvidence(db: WritableDb, evidence: readonly string[]): void {
  const place = sql(db, 'UPDATE evidence SET position = ? WHERE evidence = ?');
  evidence.forEach((id, position) => place.run(position, id));
}

/** Takes an image and its bytes out. */
export function deleteEvidence(db: WritableDb, evidence: string): void {
  sql(db, 'DELETE FROM evidence WHERE evidence = ?').run(evidence);
}

/** Gives the images of one finding row to another, behind its own: the two turned out to be one finding. */
export function moveEvidence(db: WritableDb, from: FindingRow, to: FindingRow): void {
  sql(
    db,
    `UPDATE evidence SET finding = @to,
            position = position + (SELECT coalesce(max(position) + 1, 0) FROM evidence WHERE finding = @to)
      WHERE finding = @from`,
  ).run({ from, to });
}

/** Gives one image to another finding, behind its own; it is of no round there. */
export function giveEvidence(db: WritableDb, evidence: string, to: FindingRow): void {
  sql(db, 'DELETE FROM evidence_round WHERE row = (SELECT row FROM evidence WHERE evidence = ?)').run(
    evidence,
  );
  const { changes } = sql(
    db,
    `UPDATE evidence SET finding = @to,
            position = (SELECT coalesce(max(position) + 1, 0) FROM evidence WHERE finding = @to)
      WHERE evidence = @evidence`,
  ).run({ evidence, to });
  if (changes !== 1) throw new Error('no image was given to another finding');
}

/** Keeps an image for the editions that print it. One that is there already costs nothing, however large it is. */
export function keepEditionImage(db: WritableDb, sha256: string, content: Uint8Array): void {
  if (hasEditionImage(db, sha256)) return;
  sql(db, 'INSERT INTO edition_image (sha256, content) VALUES (?, ?)').run(sha256, content);
}

/** Whether editions have an image. */
export function hasEditionImage(db: ReadableDb, sha256: string): boolean {
  return sql(db, 'SELECT 1 FROM edition_image WHERE sha256 = ?').get(sha256) !== undefined;
}
