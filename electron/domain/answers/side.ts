import type { JsonObject } from '#contract/json.ts';

/** Members that may say what kind of organization somebody belongs to (interface: the records are not shown). */
const members = ['kind', 'type', 'side', 'organizationType', 'organization_type', 'role', 'userType'];

/** Whether a caller is of a provider or of a client, if the records of user or organization say so. */
export function sideOf(user: JsonObject, organization: JsonObject): 'provider' | 'client' | 'unknown' {
  for (const record of [organization, user]) {
    for (const member of members) {
      const value = Object.hasOwn(record, member) ? record[member] : undefined;
      const said = typeof value === 'string' ? /provider|client/iu.exec(value)?.[0].toLowerCase() : undefined;
      if (said === 'provider' || said === 'client') return said;
    }
  }
  return 'unknown';
}
