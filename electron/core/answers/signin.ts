import type { Json, JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { isObject, stringify } from '#core/json.ts';
import { oneLine, scrubbed, type Secrets } from './words.ts';

/**
 * What a successful step of a sign-in asks for next. `signed-in` is what the answer says; only a read of
 * `/users/me` shows that it is so, and nothing is kept before that.
 */
export type SignInAnswer =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'mfa-required' }
  | { readonly kind: 'mfa-setup-required' }
  | { readonly kind: 'password-change-required' }
  /** An answer that nobody knows, as one line without secrets ('' for an empty one); never taken for a success. */
  | { readonly kind: 'unknown'; readonly shown: string };

type Demand = 'mfa-required' | 'mfa-setup-required' | 'password-change-required';

/** The order in which demands are met where an answer makes several. */
const demands: readonly Demand[] = ['mfa-required', 'password-change-required', 'mfa-setup-required'];

/**
 * Classifies the body of a 2xx to a step of a sign-in by the names of the profile (interface: "the response can
 * require MFA or a first-login password change", its body not shown). Flags are looked for in the answer and in
 * the objects it holds. `signed-in` needs an object in which every member is known and none asks for more.
 *
 * @param secrets what must not be in `shown`
 */
export function readSignIn(
  body: Json | undefined,
  account: ServiceProfile['account'],
  secrets: Secrets,
): SignInAnswer {
  const unknown: SignInAnswer = {
    kind: 'unknown',
    shown: shownOf(body, secrets),
  };
  if (!isObject(body)) return unknown;
  const flags = flagNames(account);
  const states = namesOf(account.state);
  const parts = [body, ...Object.values(body).filter(isObject)];
  const made = new Set(parts.flatMap((part) => demandsOf(part, flags, states)));
  const [first] = demands.filter((demand) => made.has(demand));
  if (first !== undefined) return { kind: first };

  const known = new Set([...namesOf(account.signedIn), ...flags.keys()]);
  const finished = namesOf(account.signedInStates);
  const settled = Object.entries(body).every(([member, value]) => {
    const name = nameOf(member);
    if (states.has(name) && typeof value === 'string') return finished.has(nameOf(value));
    return known.has(name) && (flags.has(name) ? isOff(value) : value !== false);
  });
  return settled && Object.keys(body).length > 0 ? { kind: 'signed-in' } : unknown;
}

function shownOf(body: Json | undefined, secrets: Secrets): string {
  if (body === undefined) return '';
  const safe = scrubbed(body, secrets);
  return oneLine(typeof safe === 'string' ? safe : stringify(safe), secrets);
}

function flagNames(account: ServiceProfile['account']): ReadonlyMap<string, Demand> {
  const named: readonly (readonly [Demand, readonly string[]])[] = [
    ['mfa-required', account.mfaRequired],
    ['mfa-setup-required', account.mfaSetupRequired],
    ['password-change-required', account.passwordChangeRequired],
  ];
  return new Map(named.flatMap(([demand, names]) => names.map((name) => [nameOf(name), demand] as const)));
}

/** What one object demands: by a flag that is on, or by a state that names one. */
function demandsOf(
  part: JsonObject,
  flags: ReadonlyMap<string, Demand>,
  states: ReadonlySet<string>,
): readonly Demand[] {
  return Object.entries(part).flatMap(([member, value]) => {
    const name = nameOf(member);
    const stated = states.has(name) && typeof value === 'string' ? flags.get(nameOf(value)) : undefined;
    const flagged = isOn(value) ? flags.get(name) : undefined;
    return [stated, flagged].filter((demand) => demand !== undefined);
  });
}

function isOn(value: Json): boolean {
  return value === true || value === 1 || value === 'true';
}

function isOff(value: Json): boolean {
  return value === false || value === 0 || value === 'false' || value === null;
}

function namesOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map(nameOf));
}

/** A name without case and separators. */
function nameOf(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/gu, '');
}
