import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** A kept theme; what `themeJson` may hold is the contract's (`ReportTheme`). */
export interface ThemeRow {
  readonly name: string;
  readonly themeJson: string;
  readonly keptAt: string;
}

/** Keeps a theme with its files (bytes by their hash), in place of one of the same name. */
export function keepTheme(db: WritableDb, row: ThemeRow, files: ReadonlyMap<string, Uint8Array>): void {
  removeTheme(db, row.name);
  sql(db, 'INSERT INTO theme (name, theme_json, kept_at) VALUES (@name, @themeJson, @keptAt)').run(row);
  for (const [sha256, content] of files) {
    sql(db, 'INSERT INTO theme_file (name, sha256, content) VALUES (?, ?, ?)').run(row.name, sha256, content);
  }
}

/** The kept themes by their names. */
export function listThemes(db: ReadableDb): ThemeRow[] {
  return sql<[], ThemeRow>(
    db,
    'SELECT name, theme_json AS themeJson, kept_at AS keptAt FROM theme ORDER BY name',
  ).all();
}

/** A kept theme, or null. */
export function readTheme(db: ReadableDb, name: string): ThemeRow | null {
  const row = sql<[string], ThemeRow>(
    db,
    'SELECT name, theme_json AS themeJson, kept_at AS keptAt FROM theme WHERE name = ?',
  ).get(name);
  return row ?? null;
}

/** Logo and fonts of a theme, by their hash. */
export function readThemeFiles(db: ReadableDb, name: string): Map<string, Uint8Array> {
  const rows = sql<[string], { sha256: string; content: Uint8Array }>(
    db,
    'SELECT sha256, content FROM theme_file WHERE name = ? ORDER BY sha256',
  ).all(name);
  return new Map(rows.map(({ sha256, content }) => [sha256, content]));
}

/** Removes a theme with its files. @returns whether it was there */
export function removeTheme(db: WritableDb, name: string): boolean {
  sql(db, 'DELETE FROM theme_file WHERE name = ?').run(name);
  return sql(db, 'DELETE FROM theme WHERE name = ?').run(name).changes === 1;
}
