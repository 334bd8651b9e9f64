import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import { DossierError } from '#contract/error.ts';
import {
  settingNames,
  settingSchemas,
  type SettingName,
  type SettingValue,
} from '#contract/window/settings.ts';
import { carriedOver } from '#domain/finding/carried-over.ts';
import { mergedSnippets } from '#domain/text/merged-snippets.ts';
import { parseJson } from '#domain/base/json.ts';
import { readSettings, writeSetting } from '#db/tables/accounts/settings.ts';
import { quietTransaction } from '#db/store/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';

/** What a window chose of a setting. */
interface SettingChoice {
  readonly name: SettingName;
  readonly value: unknown;
  /** What the window knew before; if it is given, what another one chose of the other members since stays. */
  readonly before?: unknown;
}

/**
 * Keeps a setting. It raises no event: windows ask for the settings when they open, and an event per cursor step would
 * make every window refresh everything.
 *
 * @throws DossierError `usage` if the value is none of this setting
 */
export function keepSetting(db: WritableDb, { name, value, before }: SettingChoice): void {
  const chosen = checked(name, value);
  const known = before === undefined ? undefined : checked(name, before);
  quietTransaction(db, () => {
    const now = settingsOf(db)[name];
    const kept = known === undefined || now === undefined ? chosen : merged(known, chosen, now);
    const valueJson = JSON.stringify(kept);
    if (valueJson !== JSON.stringify(now)) writeSetting(db, { name, valueJson });
  });
}

/** Lists of texts are joined text by text: what another window added stays. */
function merged(
  known: SettingValue<SettingName>,
  chosen: SettingValue<SettingName>,
  now: SettingValue<SettingName>,
): SettingValue<SettingName> {
  if (isTextList(known) && isTextList(chosen) && isTextList(now)) {
    return { list: [...mergedSnippets(known.list, chosen.list, now.list)] };
  }
  return carriedOver(known, chosen, now);
}

function isTextList(value: SettingValue<SettingName>): value is SettingValue<'snippets'> {
  return 'list' in value;
}

function checked(name: SettingName, value: unknown): SettingValue<SettingName> {
  const parsed = settingSchemas[name].safeParse(value);
  if (!parsed.success) throw new DossierError('usage', `This is no value for the setting ${name}.`);
  return parsed.data;
}

/** The settings that were written; one that another version of the program wrote differently counts as not set. */
export function settingsOf(db: ReadableDb): ProcedureAnswers['setting.read'] {
  const read = readSettings(db).flatMap(({ name: stored, valueJson }) => {
    const name = settingNames.find((known) => known === stored);
    const parsed = parseJson(valueJson);
    if (name === undefined || parsed.kind === 'broken') return [];
    const kept = settingSchemas[name].safeParse(parsed.value);
    return kept.success ? [[name, kept.data] as const] : [];
  });
  return Object.fromEntries(read);
}
