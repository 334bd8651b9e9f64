import { sql } from '../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../schema/types.ts';

/** The words that an engagement added, in alphabetical order. */
export function spellingWords(db: ReadableDb, project: string): string[] {
  return sql<[string], { word: string }>(
    db,
    'SELECT word FROM spelling_word WHERE project = ? ORDER BY word COLLATE NOCASE, word',
  )
    .all(project)
    .map(({ word }) => word);
}

/** Adds a word to an engagement. */
export function insertSpellingWord(db: WritableDb, project: string, word: string): void {
  sql(db, 'INSERT OR IGNORE INTO spelling_word (project, word) VALUES (@project, @word)').run({
    project,
    word,
  });
}

/** Takes a word from an engagement. */
export function deleteSpellingWord(db: WritableDb, project: string, word: string): void {
  sql(db, 'DELETE FROM spelling_word WHERE project = @project AND word = @word').run({ project, word });
}

/** A dictionary with the text of both its files. */
export interface DictionaryRow {
  readonly name: string;
  readonly affixes: string;
  readonly words: string;
}

/** The dictionaries that were added, and how large they are. */
export function dictionaryRows(db: ReadableDb): { readonly name: string; readonly bytes: number }[] {
  return sql<[], { name: string; bytes: number }>(
    db,
    `SELECT name, octet_length(affixes) + octet_length(words) AS bytes FROM dictionary
      ORDER BY name COLLATE NOCASE, name`,
  ).all();
}

/** One dictionary, or null. */
export function readDictionary(db: ReadableDb, name: string): DictionaryRow | null {
  return (
    sql<[string], DictionaryRow>(db, 'SELECT name, affixes, words FROM dictionary WHERE name = ?').get(
      name,
    ) ?? null
  );
}

/** Keeps a dictionary, in place of one of the same name. */
export function writeDictionary(db: WritableDb, row: DictionaryRow): void {
  sql(
    db,
    `INSERT INTO dictionary (name, affixes, words) VALUES (@name, @affixes, @words)
     ON CONFLICT (name) DO UPDATE SET affixes = excluded.affixes, words = excluded.words`,
  ).run({ ...row });
}

/** Forgets a dictionary. */
export function deleteDictionary(db: WritableDb, name: string): void {
  sql(db, 'DELETE FROM dictionary WHERE name = ?').run(name);
}
