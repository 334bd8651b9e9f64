import type { Json, JsonObject } from '#contract/json.ts';
import { isList, isObject } from '../base/json.ts';

/** Members that may say what kind of organization a user belongs to (interface: the records are not shown). */
const members = ['kind', 'type', 'side', 'organizationType', 'organization_type', 'role', 'userType'];

/** Members that may hold what a user may do, as one name or a list of names. */
const roleMembers = [
  'role',
  'roles',
  'userRole',
  'user_role',
  'permission',
  'permissions',
  'access',
  'accessLevel',
];

/** Flags that say the same. */
const readOnlyFlags = new Map([
  ['readOnly', true],
  ['read_only', true],
  ['isReadOnly', true],
  ['canWrite', false],
  ['can_write', false],
  ['canEdit', false],
  ['can_edit', false],
]);

/** Whether the record of a user says that they may only read: every role that it names is one, or a flag says so. */
export function isReadOnly(user: JsonObject): boolean {
  for (const [member, value] of readOnlyFlags) {
    if (Object.hasOwn(user, member) && user[member] === value) return true;
  }
  const roles = roleMembers.flatMap((member) => (Object.hasOwn(user, member) ? namesIn(user[member]) : []));
  return (
    roles.length > 0 &&
    roles.every((role) =>
      /^(?:read[-_ ]?only|read|reader|view(?:er)?|view[-_ ]?only|observer|guest|auditor)$/iu.test(role),
    )
  );
}

function namesIn(value: Json | undefined): string[] {
  if (typeof value === 'string') return [value.trim()];
  if (isList(value)) return value.flatMap(namesIn);
  if (!isObject(value)) return [];
  const { name } = value;
  return typeof name === 'string' ? [name.trim()] : [];
}

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
