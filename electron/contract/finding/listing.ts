import type { FindingRow, SyncState } from './finding.ts';
import type { Verdict, WorkingState } from '../value-lists.ts';

/** Separates the texts of a list inside one column of `list_key`; it stands at both ends as well. */
export const unitSeparator = '\u001f';

/** What a query filters and sorts by: folded to one case (`#domain/text/fold.ts`), lists between unit separators. */
export interface ListKey {
  readonly severityRank: number;
  /** Empty if the rank says it all; otherwise the unknown severity, a blank if there is none at all. */
  readonly severity: string;
  readonly title: string;
  readonly status: string;
  readonly assets: string;
  readonly tags: string;
  readonly cwe: string;
  readonly owasp: string;
  /** Score from 0 to 10, or null if the finding has none that can be computed. */
  readonly cvss: number | null;
  /** Bit n is set if editable field n of the contract is not empty. */
  readonly has: number;
  readonly candidate: 0 | 1;
  readonly private: 0 | 1;
}

/** Why a finding is unread: it was never looked at, or the service has another record than when it was. */
export const unreadStates = ['new', 'changed'] as const;
export type UnreadState = (typeof unreadStates)[number];

/** Beside the folded texts: what a list is filtered by that does not come from the record alone. */
export interface ListState {
  /** Position of `sync` in the contract's `syncStates`. */
  readonly syncRank: number;
  /**
   * Milliseconds since the epoch since when this home has the record with the layer over it so: changed here, or found so
   * by a sync. The interface names no time of a change.
   */
  readonly updatedMs: number;
  /** Position in `unreadStates`, counted from 1; 0: nothing that the person has not looked at. */
  readonly unread: number;
}

/** One row of every list, with the texts as they were given, and what it is found by. */
export interface ListEntry {
  readonly finding: FindingRow;
  readonly project: string;
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly assetJson: string;
  readonly tagJson: string;
  readonly sync: SyncState;
  readonly digest: string | null;
  readonly key: ListKey & ListState;
}

/** Columns of `list_key` that hold folded text; those of lists (assets, tags, cwe, owasp) several texts between unit separators. */
export type TextColumn = 'title' | 'severity' | 'status' | 'assets' | 'tags' | 'cwe' | 'owasp';

/** Columns of `list_key` that hold numbers. */
export type NumberColumn =
  'cvss' | 'severity_rank' | 'updated_ms' | 'sync' | 'candidate' | 'private' | 'unread';

/** How a value is compared. */
export const comparisons = ['<=', '>=', '<', '>', '='] as const;
export type Comparison = (typeof comparisons)[number];

/**
 * What the store can decide about one row of `list_key`. A row without a value (no CVSS score) meets no
 * comparison, so that `not` of one holds.
 */
export type Condition =
  | {
      readonly kind: 'text';
      readonly column: TextColumn;
      readonly how: 'equals' | 'starts' | 'ends' | 'contains';
      readonly text: string;
    }
  | { readonly kind: 'number'; readonly column: NumberColumn; readonly by: Comparison; readonly to: number }
  /** One of these bits of `has` is set. */
  | { readonly kind: 'bits'; readonly mask: number }
  /** The finding is called one of these, here or at the service, whatever the case of ASCII letters. */
  | { readonly kind: 'named'; readonly ids: readonly string[] }
  /** What the newest round of its engagement found out about the finding; null: nothing yet. */
  | { readonly kind: 'verdict'; readonly verdict: Verdict | null }
  /** How far the finding is before its report. */
  | { readonly kind: 'state'; readonly state: WorkingState }
  /** Who works on the finding: pieces that the folded name holds in this order; null: nobody. */
  | { readonly kind: 'assignee'; readonly pieces: readonly string[] | null }
  /** A tool of this name found it: pieces between wildcards; null: no import brought it. */
  | { readonly kind: 'from'; readonly pieces: readonly string[] | null }
  /** The finding has an open comment. */
  | { readonly kind: 'commented' }
  /** The user holds the finding's changes back. */
  | { readonly kind: 'held' }
  /** The service has something of it other than it was sent. */
  | { readonly kind: 'altered' }
  /** The finding is one of these. */
  | { readonly kind: 'among'; readonly findings: readonly number[] }
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition };

/** A name that a list can be sorted by. */
export const sortFields = [
  'severity',
  'title',
  'status',
  'asset',
  'tag',
  'cvss',
  'updated',
  'id',
  'sync',
  'candidate',
  'cwe',
  'rule',
] as const;
export type SortField = (typeof sortFields)[number];

/** What a list can be grouped by; it is then sorted by the same. */
export const groupFields = [
  'severity',
  'status',
  'asset',
  'title',
  'rule',
  'cwe',
] as const satisfies readonly SortField[];
export type GroupField = (typeof groupFields)[number];

export interface SortOrder {
  readonly field: SortField;
  readonly descending: boolean;
}
