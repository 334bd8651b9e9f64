import { sql } from '../../store/transaction.ts';
import type { ReadableDb, WritableDb } from '../../schema/types.ts';

/** A setting of the home; what `valueJson` may hold is the contract's. */
export interface SettingRow {
  readonly name: string;
  readonly valueJson: string;
}

/** Every setting that was ever written, by name. */
export function readSettings(db: ReadableDb): SettingRow[] {
  return sql<[], SettingRow>(db, 'SELECT name, value_json AS valueJson FROM setting ORDER BY name').all();
}

/** Writes one setting, in place of what it was. */
export function writeSetting(db: WritableDb, row: SettingRow): void {
  sql(
    db,
    `INSERT INTO setting (name, value_json) VALUES (@name, @valueJson)
     ON CONFLICT (name) DO UPDATE SET value_json = excluded.value_json`,
  ).run(row);
}
