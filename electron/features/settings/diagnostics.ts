import { defaultProfile, type ServiceProfile } from '#contract/profile.ts';
import type { DiagnosisPart } from '#domain/base/diagnostics.ts';
import { readConnection, readPause } from '#db/tables/accounts/connections.ts';
import { checkStore } from '#db/recovery/repair.ts';
import { storeVersions, tallyStore } from '#db/tables/storage.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { settingsOf } from './settings.ts';

/*
 * What can be told of a store without a client's text: each line below is a number, a time, or a word of the program
 * itself. Values of settings are told one by one for that reason, never by walking over them.
 */

/** The parts of a diagnosis that the store tells. Reads every page of it. */
export function diagnoseStore(db: ReadableDb, profile: ServiceProfile): readonly DiagnosisPart[] {
  const { schema, commits, sqlite } = storeVersions(db);
  const check = checkStore(db);
  return [
    {
      title: 'Store',
      lines: [
        ['schema', schema],
        ['commits', commits],
        ['SQLite', sqlite],
        ['integrity', check.kind === 'sound' ? 'sound' : check.message],
      ],
    },
    { title: 'Counts', lines: tallyStore(db).map(({ name, count }) => [name, count]) },
    connectionPart(db),
    { title: 'Service profile, members that differ from the default', lines: changedMembers(profile) },
    settingsPart(db),
  ];
}

/** Names alone: values may name what a client's service calls things. */
function changedMembers(profile: ServiceProfile): DiagnosisPart['lines'] {
  const defaults = new Map(
    Object.entries(defaultProfile).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  return Object.entries(profile)
    .filter(([name, value]) => defaults.has(name) && defaults.get(name) !== JSON.stringify(value))
    .map(([name]) => [name, 'changed']);
}

function connectionPart(db: ReadableDb): DiagnosisPart {
  const connection = readConnection(db);
  if (connection === null) return { title: 'Connection', lines: [['connected', 'never']] };
  const { baseUrl, token, listShows, partialUpdates } = connection;
  return {
    title: 'Connection',
    lines: [
      ['address', baseUrl.startsWith('https:') ? 'https' : 'http, on this computer'],
      ['token', token === null ? 'none' : 'kept'],
      ['list shows', listShows],
      ['updates', partialUpdates],
      ['asked for a pause', readPause(db) === null ? 'no' : 'yes'],
    ],
  };
}

function settingsPart(db: ReadableDb): DiagnosisPart {
  const settings = settingsOf(db);
  const { appearance, formats, columns, place, sending } = settings;
  const told = new Set(['appearance', 'formats', 'columns', 'place', 'sending']);
  const others = Object.keys(settings).filter((name) => !told.has(name));
  return {
    title: 'Settings',
    lines: [
      ['theme', appearance?.theme ?? 'not set'],
      ['size of text', appearance?.text ?? 'not set'],
      ['language of numbers and dates', formats?.locale ?? 'not set'],
      ['dates', formats?.date ?? 'not set'],
      ['columns of the list', columns === undefined ? 'not set' : columns.length],
      ['sending', sending?.when ?? 'not set'],
      ['screen', place?.screen ?? 'not set'],
      ...others.map((name) => [name, 'set'] as const),
    ],
  };
}
