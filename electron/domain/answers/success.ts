import { foldDeepEntries, hasDuplicateMembers, isExact, isList, isObject, parseJson } from '../base/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { idOf, memberOf } from '../finding/record.ts';
import { refusalInBody } from './refusal.ts';
import { wordsOf, type Secrets } from './server-message.ts';

/** One row of a list. A row without a usable identifier is kept raw; it never stops the page. */
export type ListedRow =
  | { readonly kind: 'record'; readonly id: string; readonly record: JsonObject }
  | { readonly kind: 'unreadable'; readonly id: string | null; readonly raw: Json };

/** What a body says, or why it is not what it should be: a clause for `failureText` or for an unknown write. */
export type Reading<T> =
  { readonly kind: 'ok'; readonly value: T } | { readonly kind: 'bad'; readonly message: string };

/** Longer identifiers (characters) are taken for damage: no command could name such a finding. */
const idLimit = 1_000;

/**
 * Whether an identifier names one finding. What stands for bytes that were no text does not: two findings that
 * differ in such bytes alone would be taken for one.
 */
function names(id: string | null): id is string {
  return id !== null && id !== '' && id.length <= idLimit && id.isWellFormed() && !id.includes('\ufffd');
}

/**
 * Reads the body of a 2xx to a write. It is an acknowledgement only if it is JSON, plain text or empty, and
 * does not say that the write was refused (`refusalInBody`). A web page, cut-off JSON and binary data never
 * are. Plain text comes out as a string, nothing as undefined. No message holds one of the `secrets`.
 */
export function acknowledgement(text: string, secrets: Secrets): Reading<Json | undefined> {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'ok', value: undefined };
  const parsed = parseJson(trimmed);
  if (parsed.kind === 'ok') {
    const why = refusalInBody(parsed.value);
    if (why === null) return { kind: 'ok', value: parsed.value };
    const words = wordsOf(trimmed, secrets);
    return {
      kind: 'bad',
      message: `the service answered with a success status, but says ${why}${words === '' ? '' : `: ${words}`}`,
    };
  }
  if (trimmed.startsWith('<')) return { kind: 'bad', message: 'a web page came instead of an answer' };
  // Begun JSON that does not end may have said anything further on.
  if (/^[[{"]/u.test(trimmed) || /[\0-\x08\x0e-\x1f\ufffd]/u.test(trimmed)) {
    return { kind: 'bad', message: 'the answer to it could not be read' };
  }
  return { kind: 'ok', value: trimmed };
}

/**
 * The body of a 2xx to a read as JSON. What says that it was refused is no success there either. A record in a list that is nested
 * too deep to be read stands in it as its text.
 */
export function readBody(text: string): Reading<Json> {
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'bad', message: 'it is empty' };
  const whole = parseJson(trimmed);
  const folded = whole.kind === 'broken' && whole.tooDeep ? foldDeepEntries(trimmed) : null;
  const parsed = folded === null ? whole : parseJson(folded);
  if (parsed.kind === 'broken') {
    if (trimmed.startsWith('<')) return { kind: 'bad', message: 'it is a web page instead of data' };
    return { kind: 'bad', message: parsed.tooDeep ? 'it is nested too deep' : 'it is not valid JSON' };
  }
  const why = refusalInBody(parsed.value);
  return why === null
    ? { kind: 'ok', value: parsed.value }
    : { kind: 'bad', message: `it has a success status, but says ${why}` };
}

/**
 * The body of a 2xx that says who the user is. It decides whose store is opened, so what can be read in two ways is
 * refused: bytes that are not UTF-8, and two members of one name.
 *
 * @param text null if the bytes are not UTF-8
 */
export function readIdentityBody(text: string | null): Reading<Json> {
  if (text === null) return { kind: 'bad', message: 'it says who somebody is, and is not valid UTF-8' };
  const body = readBody(text);
  if (body.kind === 'bad' || !hasDuplicateMembers(text)) return body;
  return { kind: 'bad', message: 'it says who somebody is, and names a member twice' };
}

/**
 * The rows of a list response in their order, duplicates included: an array, or an object whose only array member is
 * empty or holds objects. An object that also carries an `error` is no list: an empty one would otherwise pass for the
 * end of a sweep.
 */
export function readList(body: Json, profile: ServiceProfile): Reading<readonly ListedRow[]> {
  const rows = rowsOf(body);
  if (rows === undefined) return { kind: 'bad', message: 'it is not a list of findings' };
  return { kind: 'ok', value: rows.map((row) => readRow(row, profile)) };
}

/** One finding as an object whose identifier is `id`: any other record would be merged into the wrong one. */
export function readRecord(body: Json, id: string, profile: ServiceProfile): Reading<JsonObject> {
  if (!isObject(body)) return { kind: 'bad', message: 'it is not a finding' };
  const found = idOf(body, profile);
  if (found === id) return { kind: 'ok', value: body };
  return {
    kind: 'bad',
    message: found === null ? 'it is a finding without identifier' : 'it is another finding',
  };
}

/** A JSON object, for the context reads whose members the interface leaves open. */
export function readObject(body: Json): Reading<JsonObject> {
  return isObject(body) ? { kind: 'ok', value: body } : { kind: 'bad', message: 'it is not an object' };
}

/**
 * The identifiers that a creation answered (`Ids`), as text. None at all when any entry is not usable: a
 * creation needs exactly one, and half a list must not pass for one.
 */
export function createdIds(body: Json | undefined): readonly string[] {
  if (body === undefined || !isObject(body) || !Object.hasOwn(body, 'Ids')) return [];
  const ids: Json = body['Ids'] ?? null;
  const entries: readonly Json[] = isList(ids) ? ids : [ids];
  const texts = entries.map(idText);
  return texts.every(names) ? texts : [];
}

/** Who the caller is, by the first member of `/users/me` that the profile names and that has a value. */
export function callerId(user: JsonObject, profile: ServiceProfile): string | null {
  for (const member of profile.callerId) {
    const text = Object.hasOwn(user, member) ? idText(user[member] ?? null) : null;
    if (text !== null) return text;
  }
  return null;
}

function idText(value: Json): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (typeof value === 'number') return String(value);
  return isExact(value) ? value.rawJSON : null;
}

/** The rows of a list response, whatever they are; undefined if it is no list. */
export function rowsOf(body: Json): readonly Json[] | undefined {
  if (isList(body)) return body;
  if (!isObject(body)) return undefined;
  // Stricter than `refusalInBody`: a word like "no" may deny the list as well as the error.
  const error = memberOf(body, 'error') ?? null;
  if (error !== null && error !== false && error !== '') return undefined;
  const lists = Object.values(body).filter(isList);
  const [list, ...others] = lists;
  if (list === undefined || others.length > 0) return undefined;
  return list.length === 0 || list.some((row) => isObject(row)) ? list : undefined;
}

function readRow(row: Json, profile: ServiceProfile): ListedRow {
  if (!isObject(row)) return { kind: 'unreadable', id: null, raw: row };
  const id = idOf(row, profile);
  if (!names(id)) return { kind: 'unreadable', id: null, raw: row };
  return { kind: 'record', id, record: row };
}
