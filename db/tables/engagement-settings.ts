import { sql } from '../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../schema/types.ts';

/** A setting of an engagement; what `valueJson` may hold is the contract's (`engagementSettings`). */
export interface EngagementSettingRow {
  readonly project: string;
  readonly name: string;
  readonly valueJson: string;
  /** ISO 8601; null if an older program wrote it. */
  readonly changedAt: string | null;
}

const select =
  'SELECT project, name, value_json AS valueJson, changed_at AS changedAt FROM engagement_setting';

/** One setting of an engagement, or null if it was never written. */
export function readSettingRow(db: ReadableDb, project: string, name: string): EngagementSettingRow | null {
  const one = sql<[string, string], EngagementSettingRow>(db, `${select} WHERE project = ? AND name = ?`);
  return one.get(project, name) ?? null;
}

/** The same setting of every engagement that has it. */
export function settingRowsNamed(db: ReadableDb, name: string): EngagementSettingRow[] {
  return sql<[string], EngagementSettingRow>(db, `${select} WHERE name = ? ORDER BY project`).all(name);
}

/** Writes a setting of an engagement, in place of what it was. */
export function writeSettingRow(db: WritableDb, row: EngagementSettingRow): void {
  sql(
    db,
    `INSERT INTO engagement_setting (project, name, value_json, changed_at)
     VALUES (@project, @name, @valueJson, @changedAt)
     ON CONFLICT (project, name) DO UPDATE SET value_json = excluded.value_json, changed_at = excluded.changed_at`,
  ).run(row);
}
