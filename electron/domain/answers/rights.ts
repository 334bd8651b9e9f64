import type { Json, JsonObject } from '#contract/json.ts';
import type { UserRight } from '#contract/procedures/program/account.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { isList, isObject, stringify } from '../base/json.ts';
import { memberOf } from '../finding/record.ts';
import { oneLine } from './server-message.ts';

/** Heads of the lists, in the order in which they are shown. */
export const rightLabels: Readonly<Record<UserRight['kind'], string>> = {
  roles: 'Roles',
  licences: 'Licences',
  memberships: 'Memberships',
  ownerships: 'Ownership',
  linkedClients: 'Clients',
  integrations: 'Integrations',
};

const kinds = Object.keys(rightLabels) as readonly UserRight['kind'][];

/**
 * What the service names of a user's rights, in its own words. The interface leaves these records open, so whatever
 * stands in a member is listed; a list that neither record names is absent.
 */
export function rightsIn(user: JsonObject, organization: JsonObject, profile: ServiceProfile): UserRight[] {
  return kinds.flatMap((kind) => {
    const members = profile.rights[kind];
    // Of an organization's record only its clients are the user's matter.
    const records = kind === 'linkedClients' ? [organization, user] : [user];
    const values = records.flatMap((record) => members.map((member) => memberOf(record, member)));
    const value = values.find((one) => one !== undefined && one !== null);
    return value === undefined || value === null ? [] : [{ kind, names: [...new Set(namesIn(value))] }];
  });
}

/** At most so many names are printed; the record has all of them. */
const maxShown = 100;

/** The names of a list in a line. */
export function rightText({ names }: UserRight): string {
  if (names.length === 0) return 'none';
  const more = names.length - maxShown;
  return (
    names
      .slice(0, maxShown)
      .map((name) => oneLine(name, []))
      .join(', ') + (more > 0 ? ` and ${String(more)} more` : '')
  );
}

function namesIn(value: Json): string[] {
  if (isList(value)) return value.flatMap(namesIn);
  const name = isObject(value) ? nameOf(value) : typeof value === 'string' ? value.trim() : stringify(value);
  return name === '' ? [] : [name];
}

/** What an entry is called, with the role that it gives; an entry without a name is shown as its JSON. */
function nameOf(entry: JsonObject): string {
  const text = (members: readonly string[]): string | undefined =>
    members.map((member) => memberOf(entry, member)).find((value): value is string => isName(value));
  const name = text(['displayName', 'name', 'title', 'label', 'projectName', 'project', 'code', 'id', '_id']);
  if (name === undefined) return stringify(entry);
  const role = text(['role', 'permission', 'access']);
  return role === undefined ? name : `${name} (${role})`;
}

function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** The integrations that use the user's token; null if the service names none. */
export function integrationsText(rights: readonly UserRight[]): string | null {
  const named = rights.find(({ kind, names }) => kind === 'integrations' && names.length > 0);
  return named === undefined ? null : `The service names these integrations: ${rightText(named)}.`;
}
