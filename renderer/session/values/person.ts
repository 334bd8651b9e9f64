import type { JsonObject } from '#contract/json.ts';

/** What a person at the service is called: their name, else their address, else their id; '' if nothing is known. */
export function personIn(user: JsonObject): string {
  const name = [user['name'], user['email'], user['id']].find((value) => typeof value === 'string');
  return typeof name === 'string' ? name : '';
}
