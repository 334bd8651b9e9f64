import { DossierError } from '#contract/error.ts';
import { settingNames, settingSchemas, type SettingName, type WindowAnswers } from '#contract/window.ts';
import { parseJson } from '#core/json.ts';
import { readSettings, writeSetting, type SettingRow } from '#db/settings.ts';
import { quietTransaction } from '#db/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/types.ts';

/** A setting whose value is what its schema takes, as it is stored. @throws DossierError `usage` */
export function checkedSetting(name: SettingName, value: unknown): SettingRow {
  const checked = settingSchemas[name].safeParse(value);
  if (!checked.success) throw new DossierError('usage', `This is no value for the setting ${name}.`);
  return { name, valueJson: JSON.stringify(checked.data) };
}

/**
 * Keeps a setting. It is no news to anybody: a window asks for the settings when it opens, and one that told of every
 * step of its cursor would have every window ask for everything again.
 */
export function keepSetting(db: WritableDb, row: SettingRow): void {
  const same = readSettings(db).some(
    ({ name, valueJson }) => name === row.name && valueJson === row.valueJson,
  );
  if (same) return;
  quietTransaction(db, () => {
    writeSetting(db, row);
  });
}

/** The settings that were written; one that another version of the program wrote differently counts as not set. */
export function settingsOf(db: ReadableDb): WindowAnswers['setting.read'] {
  const read = readSettings(db).flatMap(({ name: stored, valueJson }) => {
    const name = settingNames.find((known) => known === stored);
    const parsed = parseJson(valueJson);
    if (name === undefined || parsed.kind === 'broken') return [];
    const checked = settingSchemas[name].safeParse(parsed.value);
    return checked.success ? [[name, checked.data] as const] : [];
  });
  return Object.fromEntries(read);
}
