import { isObject, parseJson } from '#core/json.ts';
import type { Json } from '#contract/json.ts';

/** Longest text that is taken over from the service into a message, in characters. */
export const wordsLimit = 300;

/** A body longer than this (characters) is no error message; it is not even parsed. */
const bodyLimit = 262_144;

/** Members that carry the words of an error body, in the order of the interface; `detail` only inside those. */
const outer = ['error', 'message'];
const inner = ['message', 'error', 'detail', 'code'];

/**
 * The service's own words out of an error body: the `error` or the `message` member, text or nested; a plain
 * text as it stands; '' for a web page or anything else. One line, at most `wordsLimit` characters, without
 * control characters, and without `secret` where the service echoes it.
 */
export function wordsOf(text: string, secret: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > bodyLimit || trimmed.startsWith('<')) return '';
  const parsed = parseJson(trimmed);
  if (parsed.kind === 'ok') return oneLine(said(parsed.value, outer), secret);
  return /^[[{]/u.test(trimmed) ? '' : oneLine(trimmed, secret);
}

/** `text` fit for a message: one line, bounded, no control or direction characters, `secret` blotted out. */
function oneLine(text: string, secret: string): string {
  const safe = secret === '' ? text : text.replaceAll(secret, '[token]');
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
