import type { Json, JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { isExact, isList, isObject, stringify } from '../base/json.ts';
import { memberOf } from '../finding/record.ts';
import { oneLine } from './server-message.ts';
import { rowsOf } from './success.ts';

/* Reads of projects, assets and metrics, whose bodies the interface does not show: what can be told is told as it came. */

type Members = ServiceProfile['reads'];

/** A project as the service lists it. */
export interface NamedProject {
  readonly project: string;
  readonly name: string | null;
  readonly client: string | null;
}

/** The projects of a list; null if it is none. `clients`: names of client organizations by their ID. */
export function projectsIn(
  body: Json,
  members: Members,
  clients: ReadonlyMap<string, string>,
): NamedProject[] | null {
  const rows = rowsOf(body);
  if (rows === undefined) return null;
  return rows.flatMap((row): NamedProject[] => {
    if (!isObject(row)) return typeof row === 'string' ? [{ project: row, name: null, client: null }] : [];
    const project = firstText(row, members.projectId);
    if (project === null) return [];
    const name = firstText(row, members.projectTitle);
    return [{ project, name: name === project ? null : name, client: clientOf(row, members, clients) }];
  });
}

/** The client that a record of a project or a finding names; null if it names none. */
export function clientOf(
  record: JsonObject,
  { client }: Members,
  clients: ReadonlyMap<string, string>,
): string | null {
  const told = firstText(record, client);
  return told === null ? null : (clients.get(told) ?? told);
}

/** The names of a list of assets; null if it is none. */
export function assetsIn(body: Json, { asset }: Members): string[] | null {
  const rows = rowsOf(body);
  if (rows === undefined) return null;
  return [...new Set(rows.flatMap((row) => (isObject(row) ? firstText(row, asset) : textIn(row)) ?? []))];
}

/** A value of the project's metrics under the words that lead to it. */
export interface Metric {
  readonly name: string;
  readonly value: string;
}

/** More values are no overview. */
const maxMetrics = 50;

/** The values of an answer, each with the names of the members that lead to it. */
export function metricsIn(body: Json): Metric[] {
  return valuesIn(body, [])
    .slice(0, maxMetrics)
    .map(({ name, value }) => ({ name: oneLine(name, []), value: oneLine(value, []) }));
}

function valuesIn(value: Json, path: readonly string[]): Metric[] {
  const name = path.join(' · ');
  if (isList(value)) {
    return value.every((entry) => !isObject(entry) && !isList(entry))
      ? [{ name, value: value.map(wordOf).join(', ') }]
      : value.flatMap((entry, at) => valuesIn(entry, [...path, String(at + 1)]));
  }
  if (!isObject(value)) return value === null ? [] : [{ name, value: wordOf(value) }];
  return Object.entries(value).flatMap(([member, entry]) => valuesIn(entry, [...path, member]));
}

function wordOf(value: Json): string {
  return typeof value === 'string' ? value : stringify(value);
}

/** The first member that says something: a text, a number, or an object with a name. */
function firstText(record: JsonObject, members: readonly string[]): string | null {
  for (const member of members) {
    const text = textIn(memberOf(record, member) ?? null);
    if (text !== null) return text;
  }
  return null;
}

function textIn(value: Json): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (typeof value === 'number' || isExact(value)) return stringify(value);
  return isObject(value) ? firstText(value, ['displayName', 'name', 'title', 'id']) : null;
}
