import { isList, isObject, parseJson } from '../base/json.ts';
import type { Json } from '#contract/json.ts';

/** Longest text that is taken over from the service into a message, in characters. */
export const wordsLimit = 300;

/** A body longer than this (characters) is no error message; it is not even parsed. */
const bodyLimit = 262_144;

/** Members that carry the words of an error body, in the order of the interface; `detail` only inside those. */
const outer = ['error', 'message'];
const inner = ['message', 'error', 'detail', 'code'];

/**
 * The service's own message in an error body: its `error` or `message` member, also nested, or a plain text; '' for a
 * web page or anything else. One line, at most `wordsLimit` characters, without control characters, and without
 * `secrets` if the service echoes one.
 */
export function wordsOf(text: string, secrets: Secrets): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > bodyLimit || trimmed.startsWith('<')) return '';
  const parsed = parseJson(trimmed);
  if (parsed.kind === 'ok') return oneLine(said(parsed.value, outer), secrets);
  return /^[[{]/u.test(trimmed) ? '' : oneLine(trimmed, secrets);
}

/** What must not be told: a token, a password, a code, the value of a cookie. */
export type Secrets = readonly string[];

/** A secret shorter than this would be told by the gaps that it leaves. */
const shortestBlotted = 4;

/**
 * `text` without the secrets, also as they stand in an address or in JSON. A text that holds a very short one is
 * given up whole: '' then.
 */
export function withoutSecrets(text: string, secrets: Secrets): string {
  let safe = text;
  for (const secret of secrets.filter((one) => one !== '').toSorted((a, b) => b.length - a.length)) {
    for (const form of new Set([secret, JSON.stringify(secret).slice(1, -1), inAddress(secret)])) {
      if (!safe.includes(form)) continue;
      if (form.length < shortestBlotted) return '';
      safe = safe.replaceAll(form, '[hidden]');
    }
  }
  return safe;
}

/** The same value with every text in it, names of members included, without the secrets. */
export function scrubbed(value: Json, secrets: Secrets): Json {
  if (typeof value === 'string') return withoutSecrets(value, secrets);
  if (isList(value)) return value.map((entry) => scrubbed(entry, secrets));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, entry]) => [
      withoutSecrets(member, secrets),
      scrubbed(entry, secrets),
    ]),
  );
}

function inAddress(secret: string): string {
  return secret.isWellFormed() ? encodeURIComponent(secret) : secret;
}

/** `text` fit for a message: one line, bounded, no control or direction characters, secrets blotted out. */
export function oneLine(text: string, secrets: Secrets): string {
  const safe = withoutSecrets(text, secrets);
  const line = safe
    .slice(0, bodyLimit)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .toWellFormed()
    .trim();
  const characters = Array.from(line.slice(0, 2 * (wordsLimit + 1)));
  return characters.length <= wordsLimit ? line : `${characters.slice(0, wordsLimit - 1).join('')}…`;
}

/** Depth and breadth are bounded already: by `parseJson` and by the length of the body. */
function said(value: Json, members: readonly string[]): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) {
    const parts = value.slice(0, 5).map((entry: Json) => said(entry, inner));
    return parts.filter((part) => part !== '').join('; ');
  }
  if (!isObject(value)) return '';
  for (const member of members) {
    const words = Object.hasOwn(value, member) ? said(value[member] ?? null, inner) : '';
    if (words.trim() !== '') return words;
  }
  return '';
}
