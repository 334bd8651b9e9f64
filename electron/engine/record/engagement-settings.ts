import {
  engagementSettings,
  type EngagementSettingName,
  type EngagementSettingValue,
} from '#contract/engagement-settings.ts';
import { DossierError } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import { equalJson, parseJson } from '#domain/base/json.ts';
import {
  readSettingRow,
  settingRowsNamed,
  writeSettingRow,
  type EngagementSettingRow,
} from '#db/tables/engagement-settings.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { nowIso, type ServiceContext } from '../context.ts';

/** A setting of an engagement as it is in the caller's transaction. */
export function readEngagementSetting<Name extends EngagementSettingName>(
  db: ReadableDb,
  project: string,
  name: Name,
): EngagementSettingValue<Name> {
  const row = readSettingRow(db, project, name);
  return row === null ? initialOf(name) : valueIn(name, row);
}

/** When a setting was last written (ISO 8601); null if it never was, or an older program did not note it. */
export function settingChangedAt(
  db: ReadableDb,
  project: string,
  name: EngagementSettingName,
): string | null {
  return readSettingRow(db, project, name)?.changedAt ?? null;
}

/** The same setting of every engagement for which it was written, by project. */
export function eachEngagementSetting<Name extends EngagementSettingName>(
  db: ReadableDb,
  name: Name,
): readonly { readonly project: string; readonly value: EngagementSettingValue<Name> }[] {
  return settingRowsNamed(db, name).map((row) => ({ project: row.project, value: valueIn(name, row) }));
}

/** Writes a setting of an engagement, in the caller's transaction. */
export function writeEngagementSetting<Name extends EngagementSettingName>(
  ctx: Pick<ServiceContext, 'db' | 'clock'>,
  project: string,
  name: Name,
  value: EngagementSettingValue<Name>,
): void {
  writeSettingRow(ctx.db, { project, name, valueJson: JSON.stringify(value), changedAt: nowIso(ctx) });
}

/**
 * What was written elsewhere is not written over before the user has been shown it.
 *
 * @param given each member that is to be written, as it is then
 * @throws DossierError `outdated`
 */
export function refuseUnseen(
  stored: Readonly<Record<string, Json | undefined>>,
  given: Readonly<Record<string, Json | undefined>>,
  seen: readonly Readonly<Record<string, Json | undefined>>[],
): void {
  const isKnown = (name: string): boolean =>
    [given, ...seen].some((known) => equalJson(known[name], stored[name]));
  if (Object.keys(given).every(isKnown)) return;
  throw new DossierError(
    'outdated',
    'Another window or the terminal changed this meanwhile. Yours is not saved.',
  );
}

function initialOf<Name extends EngagementSettingName>(name: Name): EngagementSettingValue<Name> {
  return engagementSettings[name].initial as EngagementSettingValue<Name>;
}

function valueIn<Name extends EngagementSettingName>(
  name: Name,
  { valueJson }: EngagementSettingRow,
): EngagementSettingValue<Name> {
  const parsed = parseJson(valueJson);
  if (parsed.kind === 'broken') throw new Error(`the setting ${name} of an engagement is not JSON`);
  return engagementSettings[name].schema.parse(parsed.value) as EngagementSettingValue<Name>;
}
