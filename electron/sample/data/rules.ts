import { FINDING_FIELDS, STATUSES } from './model.ts';

/** What came of reading a body: its parts, or the sentence for the 400. */
export type ParsedBody<T> =
  { readonly kind: 'ok'; readonly value: T } | { readonly kind: 'bad'; readonly message: string };

const BULK_LIMIT = 500;

const MAX_DEPTH = 200;

type JsonObject = Readonly<Record<string, unknown>>;

function ok<T>(value: T): ParsedBody<T> {
  return { kind: 'ok', value };
}

function bad(message: string): { readonly kind: 'bad'; readonly message: string } {
  return { kind: 'bad', message };
}

/** Reads a request body as a JSON object. Text that is not UTF-8, not JSON or nested without end is bad. */
export function parseBody(bytes: Uint8Array): ParsedBody<JsonObject> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return bad('The body is not valid JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return bad('The body must be a JSON object.');
  }
  if (deeperThan(parsed, MAX_DEPTH)) return bad('The body is nested too deeply.');
  return ok(Object.fromEntries(Object.entries(parsed)));
}

/** Walks without recursion: depth is what a hostile body would overflow the stack with. */
function deeperThan(root: object, limit: number): boolean {
  let level: object[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    const next: object[] = [];
    for (const node of level) {
      const children: unknown[] = Object.values(node);
      for (const child of children) {
        if (typeof child === 'object' && child !== null) next.push(child);
      }
    }
    level = next;
  }
  return false;
}

function isHttpUrl(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value);
}

/** What is wrong with one supplied member; undefined if nothing is. `null` clears an optional member. */
function complaint(field: string, value: unknown): string | undefined {
  switch (field) {
    case 'title':
      return typeof value === 'string' && value.trim() !== '' ? undefined : 'title is required.';
    case 'asset':
      return Array.isArray(value) &&
        value.length > 0 &&
        value.every((entry) => typeof entry === 'string' && entry.trim() !== '')
        ? undefined
        : 'asset must be a nonempty array of strings.';
    case 'severity':
      return typeof value === 'string' ? undefined : 'severity must be a string.';
    case 'status':
      return typeof value === 'string' && STATUSES.includes(value)
        ? undefined
        : `status must be one of ${STATUSES.join(', ')}.`;
    case 'description':
    case 'remediation':
      return value === null || typeof value === 'string' ? undefined : `${field} must be a string.`;
    case 'references':
      return value === null || (Array.isArray(value) && value.every(isHttpUrl))
        ? undefined
        : 'references must be an array of http or https URLs.';
    case 'cwe':
    case 'owasp':
      return value === null || isHttpUrl(value) ? undefined : `${field} must be an http or https URL.`;
    default:
      return undefined;
  }
}

function supplied(body: JsonObject): ParsedBody<JsonObject> {
  const known: readonly string[] = FINDING_FIELDS;
  const entries = Object.entries(body).filter(([field]) => known.includes(field));
  for (const [field, value] of entries) {
    const wrong = complaint(field, value);
    if (wrong !== undefined) return bad(wrong);
  }
  return ok(Object.fromEntries(entries));
}

/**
 * The body of a creation or an update: `title` and a nonempty `asset` always, the rest if supplied
 * (finding table; endpoints, rule 1). Members that the interface does not name are left out.
 */
export function checkFinding(body: JsonObject): ParsedBody<JsonObject> {
  const required = complaint('title', body['title']) ?? complaint('asset', body['asset']);
  return required === undefined ? supplied(body) : bad(required);
}

/** Members that have to be nonempty texts. The message names the first that is not, and never quotes one. */
export function checkTexts(
  body: JsonObject,
  members: readonly string[],
): ParsedBody<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = {};
  for (const member of members) {
    const value = body[member];
    if (typeof value !== 'string' || value === '') return bad(`${member} is required.`);
    texts[member] = value;
  }
  return ok(texts);
}

/** The `ids` of a bulk request: 1 to 500 texts, each once. */
export function checkIds(body: JsonObject): ParsedBody<readonly string[]> {
  const ids = body['ids'];
  if (!Array.isArray(ids) || ids.length === 0) return bad('ids must be a nonempty array.');
  if (ids.length > BULK_LIMIT) return bad(`ids may hold at most ${String(BULK_LIMIT)} entries.`);
  const texts = ids.filter((id): id is string => typeof id === 'string');
  if (texts.length !== ids.length) return bad('ids must be an array of strings.');
  return ok([...new Set(texts)]);
}

/** The target `status` of a bulk request. */
export function checkStatus(body: JsonObject): ParsedBody<string> {
  const status = body['status'];
  return typeof status === 'string' && STATUSES.includes(status)
    ? ok(status)
    : bad(`status must be one of ${STATUSES.join(', ')}.`);
}

/** A review as it was sent, read. */
export interface ReviewRequest {
  readonly expected: number | string;
  readonly decision: 'accept' | 'reject';
  readonly comment: string | undefined;
}

/** The body of a review: the version that was seen, `accept` or `reject`, and a comment if there is one. */
export function checkDecision(body: JsonObject): ParsedBody<ReviewRequest> {
  const { expected_review_version: expected, decision, comment } = body;
  if (typeof expected !== 'number' && typeof expected !== 'string') {
    return bad('expected_review_version is required.');
  }
  if (decision !== 'accept' && decision !== 'reject') return bad('decision must be accept or reject.');
  if (comment !== undefined && comment !== null && typeof comment !== 'string') {
    return bad('comment must be a string.');
  }
  return ok({ expected, decision, comment: comment ?? undefined });
}

/** A page number or size from the query: a positive integer, or the default if it is absent. */
export function checkCount(text: string | null, name: string, absent: number): ParsedBody<number> {
  if (text === null) return ok(absent);
  const value = Number(text);
  return /^\d{1,12}$/.test(text) && value >= 1 ? ok(value) : bad(`${name} must be a positive integer.`);
}
