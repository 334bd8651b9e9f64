import type { JsonObject, Json } from '#contract/json.ts';
import type { SyncState } from '#contract/finding/finding.ts';
import type { Query, QueryField, QueryValue } from '#domain/query/query.ts';

/*
 * What a query means, once more in the plainest way: over one effective record at a time, sharing only the parser with
 * the shipped code. It knows ASCII only, which is what the generated findings hold.
 */

export interface Known {
  readonly record: JsonObject;
  readonly sync: SyncState;
  readonly unread: 'new' | 'changed' | null;
  readonly ids: readonly string[];
  readonly updatedMs: number;
  readonly cvss: number | null;
  /** Whether its changes are held back. */
  readonly held: boolean;
  /** Whether the service has something of it other than it was sent. */
  readonly altered: boolean;
  /** How far it was marked to be. */
  readonly state: string;
  /** Empty: nobody. */
  readonly assignee: string;
  /** Whether a comment on it is open. */
  readonly commented: boolean;
  /** Of the newest round. */
  readonly verdict: string | null;
  /** Tools whose files it was imported from. */
  readonly tools: readonly string[];
}

const severities = ['critical', 'high', 'medium', 'low', 'info'];
const severityOf = (written: string): string =>
  written === 'moderate'
    ? 'medium'
    : ['informational', 'information', 'none'].includes(written)
      ? 'info'
      : written;

function texts(value: Json): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values<Json>(value as JsonObject).flatMap(texts);
}

function tokens(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+|[^\sa-z0-9]/gu) ?? [];
}

function hasInOrder(text: string, wanted: readonly string[], prefix: boolean): boolean {
  const found = tokens(text);
  return found.some((_, start) =>
    wanted.every((word, offset) => {
      const token = found[start + offset];
      if (token === undefined) return false;
      return prefix && offset === wanted.length - 1 ? token.startsWith(word) : token === word;
    }),
  );
}

function wild(value: QueryValue, text: string): boolean {
  const pattern = value.pieces.map((piece) =>
    piece.replace(/[^a-z0-9]/giu, (sign) => `\\u{${sign.codePointAt(0)?.toString(16) ?? ''}}`),
  );
  return new RegExp(`^${pattern.join('[^]*')}$`, 'iu').test(text);
}

function compare(by: string | null, one: number, two: number): boolean {
  return (
    { '<': one < two, '<=': one <= two, '=': one === two, '>=': one >= two, '>': one > two }[by ?? '='] ??
    false
  );
}

function list(record: JsonObject, member: string): string[] {
  const value = record[member];
  if (typeof value === 'string') return value === '' ? [] : [value];
  return Array.isArray(value) ? value.filter((entry: Json) => typeof entry === 'string') : [];
}

function text(record: JsonObject, member: string): string {
  const value = record[member];
  return typeof value === 'string' ? value : '';
}

function filled(value: Json | undefined): boolean {
  if (value === undefined || value === null) return false;
  return typeof value === 'string' ? value.trim() !== '' : !['[]', '{}'].includes(JSON.stringify(value));
}

function is(name: string, { record, sync, unread, held, altered }: Known): boolean {
  const candidate = record['review_version'] !== undefined;
  const hidden = candidate && record['visibility'] === 'private';
  if (name === 'candidate') return candidate;
  if (name === 'private') return hidden;
  if (name === 'public') return candidate && !hidden;
  if (name === 'published') return !hidden && (candidate || text(record, 'status').toLowerCase() !== 'draft');
  if (name === 'unread') return unread !== null;
  if (name === 'new' || name === 'changed') return unread === name;
  if (name === 'pending') return sync !== 'synced' && sync !== 'gone';
  if (name === 'held') return held;
  if (name === 'altered') return altered;
  return sync === name;
}

function meets(field: QueryField, value: QueryValue, known: Known, nowMs: number): boolean {
  const { record } = known;
  const plain = (value.pieces[0] ?? '').toLowerCase();
  const single = value.pieces.length === 1;
  switch (field) {
    case 'severity': {
      const written = text(record, 'severity').toLowerCase();
      const own = severityOf(written);
      if (!single) return wild(value, severities.includes(own) ? own : written);
      if (value.by === null || value.by === '=') return own === severityOf(plain);
      const rank = severities.indexOf(own);
      return rank >= 0 && compare(value.by, severities.indexOf(severityOf(plain)), rank);
    }
    case 'title':
      return single
        ? text(record, 'title').toLowerCase().includes(plain)
        : wild(value, text(record, 'title'));
    case 'status':
      return wild(value, text(record, 'status'));
    case 'asset':
      return list(record, 'asset').some((asset) => wild(value, asset));
    case 'tag':
      return list(record, 'tags').some((tag) => wild(value, tag));
    case 'cvss':
      return known.cvss !== null && compare(value.by, known.cvss, Number(plain));
    case 'cwe':
      return list(record, 'cwe').some((cwe) => /(\d+)/u.exec(cwe)?.[1] === /(\d+)/u.exec(plain)?.[1]);
    case 'owasp':
      return list(record, 'owasp').some((owasp) => owasp.toLowerCase().includes(plain));
    case 'id':
      return known.ids.some((id) => id.toLowerCase() === plain);
    case 'is':
      return is(plain, known);
    case 'state':
      return known.state === plain;
    case 'assignee': {
      if (single && plain === 'none') return known.assignee === '';
      return wild({ ...value, pieces: ['', ...value.pieces, ''] }, known.assignee) && known.assignee !== '';
    }
    case 'from':
      if (single && plain === 'none') return known.tools.length === 0;
      return known.tools.some((tool) => wild(value, tool));
    case 'verdict':
      return (known.verdict ?? 'none') === plain;
    case 'has':
      if (plain === 'comment') return known.commented;
      return Object.entries(record).some(([member, held]) => member.toLowerCase() === plain && filled(held));
    case 'updated':
      return compare(
        value.by === null ? '<=' : value.by,
        nowMs - known.updatedMs,
        Number.parseInt(plain, 10) * 86_400_000,
      );
  }
}

/** Whether a finding meets a query at a moment. */
export function meetsQuery(query: Query, known: Known, nowMs: number): boolean {
  return query.alternatives.some((terms) => meetsAll(terms, known, nowMs));
}

function meetsAll(terms: Query['alternatives'][number], known: Known, nowMs: number): boolean {
  const asksGone = terms.some(
    ({ negated, test }) =>
      !negated &&
      test.kind === 'field' &&
      test.field === 'is' &&
      test.values.some((value) => value.pieces[0] === 'gone'),
  );
  if (known.sync === 'gone' && !asksGone) return false;
  return terms.every(({ negated, test }) => {
    const met =
      test.kind === 'text'
        ? texts(known.record).some((each) => hasInOrder(each, tokensOf(test.test.words), test.test.prefix))
        : test.values.some((value) => meets(test.field, value, known, nowMs));
    return met !== negated;
  });
}

/** Punctuation comes out of the parser as a mark and its number; back to the sign itself. */
function tokensOf(words: readonly string[]): string[] {
  return words.map((word) =>
    word.startsWith('\ue000') ? String.fromCodePoint(Number.parseInt(word.slice(1), 36)) : word,
  );
}
