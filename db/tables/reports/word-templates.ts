import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** A kept template for Word, without its file. */
export interface WordTemplateRow {
  readonly name: string;
  readonly sha256: string;
  readonly keptAt: string;
}

/** Keeps a template with its file, in place of one of the same name. */
export function keepWordTemplate(
  db: WritableDb,
  row: WordTemplateRow & { readonly content: Uint8Array },
): void {
  sql(
    db,
    'INSERT OR REPLACE INTO word_template (name, sha256, content, kept_at) VALUES (@name, @sha256, @content, @keptAt)',
  ).run(row);
}

/** The kept templates by their names. */
export function listWordTemplates(db: ReadableDb): WordTemplateRow[] {
  return sql<[], WordTemplateRow>(
    db,
    'SELECT name, sha256, kept_at AS keptAt FROM word_template ORDER BY name',
  ).all();
}

/** A kept template with its file, or null. */
export function readWordTemplate(
  db: ReadableDb,
  name: string,
): (WordTemplateRow & { readonly content: Uint8Array }) | null {
  const row = sql<[string], WordTemplateRow & { content: Uint8Array }>(
    db,
    'SELECT name, sha256, content, kept_at AS keptAt FROM word_template WHERE name = ?',
  ).get(name);
  return row ?? null;
}

/** Whether a template of that name is kept; its file is not read. */
export function hasWordTemplate(db: ReadableDb, name: string): boolean {
  return (
    sql<[string], unknown>(db, 'SELECT 1 AS there FROM word_template WHERE name = ?').get(name) !== undefined
  );
}

/** Removes a template. @returns whether it was there */
export function removeWordTemplate(db: WritableDb, name: string): boolean {
  return sql(db, 'DELETE FROM word_template WHERE name = ?').run(name).changes === 1;
}
