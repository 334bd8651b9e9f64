import type { Json, JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { isList, isObject, parseJson } from '../base/json.ts';
import type { Secrets } from './server-message.ts';

/** Longer texts (characters) are no tokens, secrets or addresses of a set-up. */
const longest = 8_192;

/** The first text under one of these members, in the answer or in an object that it holds. */
function textUnder(body: Json | undefined, members: readonly string[]): string | null {
  if (!isObject(body)) return null;
  for (const part of [body, ...Object.values(body).filter(isObject)]) {
    for (const member of members) {
      const value = Object.hasOwn(part, member) ? part[member] : undefined;
      if (typeof value === 'string' && value !== '' && value.length <= longest) return value;
    }
  }
  return null;
}

/**
 * The new token out of the answer to `POST /users/generateToken`, or null if none is found: the old one is dead
 * all the same. An answer that is nothing but a text is the token. What cannot stand in a header is none.
 */
export function newToken(body: Json | undefined, account: ServiceProfile['account']): string | null {
  const token = (typeof body === 'string' ? body : textUnder(body, account.token))?.trim() ?? null;
  return token !== null && /^[\x21-\x7e]{8,8192}$/u.test(token) ? token : null;
}

/** What an authenticator needs to be set up; at least one of the two is there. */
export interface OtpSetup {
  /** The shared secret in base 32, without blanks. */
  readonly secret: string;
  /** An `otpauth://` address, to be shown as a QR code that is made on this machine; null if none came. */
  readonly url: string | null;
}

/** The set-up out of its answer, or null if the secret is not found. An address alone holds the secret as well. */
export function otpSetup(body: Json | undefined, account: ServiceProfile['account']): OtpSetup | null {
  const address = textUnder(body, account.otpUrl);
  const url = address !== null && /^otpauth:\/\/totp\/[\x21-\x7e]+$/iu.test(address) ? address : null;
  const inUrl = url === null ? undefined : /[?&]secret=([a-z2-7]+)/iu.exec(url)?.[1];
  const secret = (textUnder(body, account.otpSecret) ?? inUrl)?.replaceAll(/[\s-]/gu, '').toUpperCase();
  return secret !== undefined && /^[A-Z2-7]{8,}=*$/u.test(secret) ? { secret, url } : null;
}

/** A name that a field of a form can have; a sentence is none. */
const fieldName = /^[\p{L}_][\p{L}\p{N}_.-]{0,59}$/u;
const maxFields = 30;

/**
 * The fields that a 400 to a registration asks for, in its order, without those that were sent (its shape is
 * open). Reads lists of names, lists of objects that name a field, and objects whose members are the fields.
 * Also reads "a, b required" and "a is required" in a message. Empty if nothing is named.
 *
 * @param text the body of the answer
 * @param sent the members that went along, filled
 * @param secrets texts that went along: what repeats one is no name
 */
export function missingFields(
  text: string,
  account: ServiceProfile['account'],
  sent: readonly string[],
  secrets: Secrets,
): readonly string[] {
  const parsed = parseJson(text.trim());
  const body = parsed.kind === 'ok' ? parsed.value : text;
  const named = isObject(body) ? namedIn(body, account.missingFields) : [];
  const found = named.length > 0 ? named : inWords(wordsIn(body));
  return [...new Set(found)]
    .filter((name) => fieldName.test(name) && !sent.includes(name) && name !== account.invitation)
    .filter((name) => !secrets.some((one) => name === one || (one.length > 3 && name.includes(one))))
    .slice(0, maxFields);
}

function namedIn(body: JsonObject, members: readonly string[]): readonly string[] {
  for (const part of [body, ...Object.values(body).filter(isObject)]) {
    for (const member of members) {
      const value = Object.hasOwn(part, member) ? part[member] : undefined;
      const names = isList(value) ? value.flatMap(nameOfEntry) : isObject(value) ? Object.keys(value) : [];
      if (names.length > 0) return names;
    }
  }
  return [];
}

function nameOfEntry(entry: Json): readonly string[] {
  if (typeof entry === 'string') return fieldName.test(entry) ? [entry] : inWords(entry);
  if (!isObject(entry)) return [];
  for (const member of ['field', 'path', 'name', 'param', 'property']) {
    const value = Object.hasOwn(entry, member) ? entry[member] : undefined;
    if (typeof value === 'string') return [value];
    if (isList(value)) return [value.map(String).join('.')];
  }
  return [];
}

function wordsIn(body: Json): string {
  if (typeof body === 'string') return body;
  if (!isObject(body)) return '';
  const { message, error } = body;
  return typeof message === 'string' ? message : typeof error === 'string' ? error : '';
}

/** Names in "Required: a, b." and in "a is required; b is required". */
function inWords(words: string): readonly string[] {
  const listed = /(?:required|missing)\b[^:]{0,40}:\s*(.+)$/iu.exec(words)?.[1];
  if (listed !== undefined)
    return listed.split(/[,;\s]+|\band\b/u).map((name) => name.replace(/^["'`]+|(?<!["'`.])["'`.]+$/gu, ''));
  return [
    ...words.matchAll(
      /(?<![\p{L}\p{N}_.-])([\p{L}_][\p{L}\p{N}_.-]*)["'`]?\s+(?:is|are)\s+(?:required|missing)/giu,
    ),
  ].flatMap(([, name]) => (name === undefined ? [] : [name]));
}
