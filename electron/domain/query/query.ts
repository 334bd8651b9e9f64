import { editableFields, syncStates } from '#contract/finding/finding.ts';
import { unreadStates, type Comparison } from '#contract/finding/listing.ts';
import { verdicts, workingStates } from '#contract/value-lists.ts';
import type { TextTest } from '../text/words/words.ts';

/** Fields that a query narrows by, by their first name; `fieldNames` in `fields.ts` has all that may be typed. */
export const queryFields = [
  'title',
  'severity',
  'status',
  'asset',
  'tag',
  'cvss',
  'cwe',
  'owasp',
  'id',
  'is',
  'has',
  'state',
  'assignee',
  'verdict',
  'from',
  'updated',
] as const;
export type QueryField = (typeof queryFields)[number];

/** What `is:` takes. */
export const isNames = [
  'candidate',
  'private',
  'public',
  'published',
  'pending',
  'held',
  'altered',
  'unread',
  ...unreadStates,
  ...syncStates,
] as const;

/** What `has:` takes beside the fields of a finding: an open comment on it. */
export const commentName = 'comment';
export const hasNames = [...editableFields, commentName] as const;

/** What `state:` takes: how far a finding is before its report. */
export const stateNames = workingStates;

/** What `assignee:` takes beside a name: findings that nobody works on. */
export const nobody = 'none';

/** What `from:` takes beside the name of a tool: findings that no import brought. */
export const noTool = 'none';

/** What `verdict:` takes: what the newest round of retests found out, or that it has not yet. */
export const verdictNames = [...verdicts, 'none'] as const;

/** One alternative of `field:a,b`. */
export interface QueryValue {
  /** Where it begins in the text of the query. */
  readonly at: number;
  /** Where it goes on behind its comparison. */
  readonly start: number;
  readonly by: Comparison | null;
  /** The value between its wildcards: one piece if there is none. */
  readonly pieces: readonly string[];
}

export type QueryTest =
  | { readonly kind: 'text'; readonly test: TextTest }
  | { readonly kind: 'field'; readonly field: QueryField; readonly values: readonly QueryValue[] };

/** One condition of a query; a `negated` one must not be met. */
export interface QueryTerm {
  readonly at: number;
  readonly negated: boolean;
  readonly test: QueryTest;
}

/**
 * A query as it was written: alternatives that OR joins, each of terms that all have to be met. One alternative without
 * terms matches everything.
 */
export interface Query {
  readonly alternatives: readonly (readonly QueryTerm[])[];
}

/** The query that finds everything. */
export const everything: Query = { alternatives: [[]] };

/** Something that cannot be understood, and where: an index into the text of the query (its length: at the end). */
export interface QueryProblem {
  readonly message: string;
  readonly at: number;
}

/** Thrown inside the query language only; its callers get a union. */
export class QueryError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}
