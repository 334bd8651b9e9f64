import type { JsonObject } from '#contract/json.ts';
import { textOf } from '../finding/record.ts';

const wholeNames = ['name', 'fullName', 'full_name', 'displayName', 'display_name'];
const nameParts = [
  ['firstName', 'lastName'],
  ['first_name', 'last_name'],
  ['given_name', 'family_name'],
] as const;
const logins = ['login', 'username', 'user_name', 'email', 'id', '_id'];

/**
 * What a person is called, from the service's record of the user: the name in one member or in two, else the address. The
 * interface leaves the shape open. Empty if nothing is said.
 */
export function personName(user: JsonObject): string {
  const names = [
    ...wholeNames.map((member) => textOf(user, member)),
    ...nameParts.map((parts) => parts.map((member) => textOf(user, member).trim()).join(' ')),
  ].map((name) => name.trim());
  const others = new Set(loginsOf(user));
  return (
    names.find((name) => name !== '' && !others.has(name.toLowerCase())) ??
    [...names, textOf(user, 'email').trim()].find((name) => name !== '') ??
    ''
  );
}

/** By what the service calls the user: names to log in with, addresses, identifiers; in lower case. */
function loginsOf(user: JsonObject): string[] {
  return logins.flatMap((member) => {
    const login = textOf(user, member).trim().toLowerCase();
    return login === '' ? [] : [login];
  });
}

/** Finds the person behind a login or an address: the connected user, or a user whom the engagement names. */
export function personNamed(
  user: JsonObject,
  people: readonly { readonly name: string; readonly email: string }[],
): (who: string) => string {
  const known = new Map<string, string>();
  for (const { name, email } of people) {
    if (name.trim() !== '' && email.trim() !== '') known.set(email.trim().toLowerCase(), name.trim());
  }
  const userLogins = loginsOf(user);
  const called = personName(user);
  const isLogin = userLogins.includes(called.toLowerCase());
  const own = isLogin
    ? userLogins.map((login) => known.get(login)).find((name) => name !== undefined)
    : called;
  if (own !== undefined && own !== '') for (const login of userLogins) known.set(login, own);
  return (who) => known.get(who.trim().toLowerCase()) ?? who;
}
