import type { Json, JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { isList, isObject, stringify } from '../base/json.ts';
import { isPendingRole, readFactorState, readSignInWords } from './sign-in-message.ts';
import { oneLine, scrubbed, type Secrets } from './server-message.ts';

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

/** The order in which demands are met when an answer makes several. */
const demands: readonly Demand[] = ['mfa-required', 'password-change-required', 'mfa-setup-required'];

/**
 * Classifies the body of a 2xx to a sign-in step by the names of the profile. The interface says only that it can
 * require MFA or a first-login password change. Flags are looked for at any depth, and sentences are read. `signed-in`
 * needs an object in which every member is known, none asks for more, and one says so.
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
  const demand = demandIn(body, account);
  if (demand !== null) return { kind: demand };
  // A name that the profile does not know is no demand that could be met, and no success either.
  if (membersIn(body).some(({ names, text }) => readFactorState(`${names} ${text}`) !== null)) return unknown;
  return isObject(body) && isFinished(body, account) ? { kind: 'signed-in' } : unknown;
}

/** What an answer demands first: by a flag that is on, by a state that names it, or by its words. Null: nothing known. */
export function demandIn(body: Json | undefined, account: ServiceProfile['account']): Demand | null {
  const flags = flagNames(account);
  const states = namesOf(account.state);
  const made = new Set<string | null>([
    ...objectsIn(body).flatMap((part) => demandsOf(part, flags, states)),
    ...sentencesIn(body, states, namesOf(account.signedInStates)).map(readSignInWords),
    ...membersIn(body).map(({ text }) => readFactorState(text)),
  ]);
  return demands.find((demand) => made.has(demand)) ?? null;
}

/** Whether every member is known and asks for nothing more, and one of them says that the sign-in is finished. */
function isFinished(body: JsonObject, account: ServiceProfile['account']): boolean {
  const flags = flagNames(account);
  const states = namesOf(account.state);
  const known = new Set([...namesOf(account.signedIn), ...flags.keys()]);
  const finished = namesOf(account.signedInStates);
  const said = Object.entries(body).map(([member, value]): 'yes' | 'no' | 'nothing' => {
    const name = nameOf(member);
    if (states.has(name) && typeof value === 'string') return finished.has(nameOf(value)) ? 'yes' : 'no';
    if (!known.has(name)) return 'no';
    if ((name === 'role' || name === 'roles') && textsIn(value).some(isPendingRole)) return 'no';
    if (flags.has(name)) return isOff(value) ? 'nothing' : 'no';
    if (name === 'success') return isOn(value) ? 'yes' : 'no';
    if (name === 'message' && typeof value === 'string') {
      const words = readSignInWords(value);
      return words === 'success' ? 'yes' : words === 'other' ? 'nothing' : 'no';
    }
    if (value === false) return 'no';
    return value === null || value === '' || value === true ? 'nothing' : 'yes';
  });
  return said.includes('yes') && !said.includes('no');
}

/** Members whose text is a sentence for a person. */
const sentenceMembers = new Set(['message', 'msg', 'detail', 'details', 'info', 'reason', 'text', 'hint']);

/** The sentences of an answer; a state that is no end is read as what is required. */
function sentencesIn(
  body: Json | undefined,
  states: ReadonlySet<string>,
  finished: ReadonlySet<string>,
): readonly string[] {
  if (typeof body === 'string') return [body];
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([member, value]) => {
    if (typeof value !== 'string') return [];
    const name = nameOf(member);
    if (states.has(name)) return finished.has(nameOf(value)) ? [] : [`${value} required`];
    return sentenceMembers.has(name) ? [value] : [];
  });
}

/** The members of an answer that are on or hold a text, at any depth: their names from the outside in, and the text. */
function membersIn(body: Json | undefined, names: readonly string[] = []): readonly NamedText[] {
  if (isList(body)) return body.flatMap((item) => membersIn(item, names));
  if (isObject(body))
    return Object.entries(body).flatMap(([name, value]) => membersIn(value, [...names.slice(-1), name]));
  if (body === undefined || names.length === 0) return [];
  if (isOn(body)) return [{ names: names.join(' '), text: '' }];
  return isText(body) ? [{ names: names.join(' '), text: body }] : [];
}

interface NamedText {
  readonly names: string;
  readonly text: string;
}

function isText(value: Json): value is string {
  return typeof value === 'string' && !/^(?:|0|false|no|none|off|null)$/iu.test(value.trim());
}

function textsIn(value: Json): readonly string[] {
  if (isList(value)) return value.flatMap(textsIn);
  return typeof value === 'string' ? [value] : [];
}

/** The answer and every object in it, at any depth. */
function objectsIn(body: Json | undefined): readonly JsonObject[] {
  if (isList(body)) return body.flatMap(objectsIn);
  return isObject(body) ? [body, ...Object.values(body).flatMap(objectsIn)] : [];
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
