import { z } from 'zod';
import type { FindingListRow } from '../../finding/finding.ts';
import { groupFields } from '../../finding/listing.ts';
import { savedViewSchema } from '../../window/window.ts';
import { project, queryText, sortText } from '../../input/members.ts';
import { type ListFound, type ListRow, maxRowsAtOnce, type SavedView } from '../../window/window.ts';
import { procedure } from '../../procedure.ts';

const rowNumber = z.int().min(1).max(0xffffffff);
/** At most this many queries are counted at once: the saved views of a person. */
const maxCountsAtOnce = 100;

const saveViewSchema = z.union([
  z.strictObject({ view: z.null(), ...savedViewSchema.shape }),
  z.strictObject({ view: z.int(), ...savedViewSchema.partial().shape }),
]);
export type SavedViewChange = z.output<typeof saveViewSchema>;

/** What a search over all engagements found in one of them. */
export interface EngagementHits {
  readonly project: string;
  readonly name: string | null;
  /** How many findings it has; `findings` holds the first of them. */
  readonly count: number;
  readonly findings: readonly Pick<FindingListRow, 'id' | 'title' | 'severity' | 'status' | 'sync'>[];
  /** How many of its findings could not be searched yet. */
  readonly behind: number;
}

/** Why a finding is in the inbox. */
export const inboxKinds = ['conflict', 'refused', 'candidate', 'deleted', 'changed', 'new'] as const;
export type InboxKind = (typeof inboxKinds)[number];

/** One finding that another user changed, or that waits for the user. */
export interface InboxRow {
  readonly project: string;
  /** ISO 8601. */
  readonly at: string;
  readonly kind: InboxKind;
  /** Its identifier. */
  readonly finding: string;
  readonly title: string;
  /** The operation to decide on, of a conflict or a refusal. */
  readonly op: string | null;
}

/** Findings by what they share. */
export interface FindingGroups {
  readonly names: readonly string[];
  readonly rows: string;
  readonly groups: string;
}

export const listProcedures = {
  /** Answers: `rows`: row numbers as little-endian 32-bit words, base64: 100,000 cross a border in milliseconds. */
  'list.query': procedure<{ readonly rows: string; readonly behind: number }>()({
    answeredBy: 'reader',
    scans: true,
    hint: 'asked-again',
    input: z.strictObject({
      project,
      query: queryText.default(''),
      sort: sortText.nullable().default(null),
    }),
  }),
  /**
   * The same for a list that is asked with every letter (`ListFound`), with so many of its first rows.
   * Answers: `first`: the rows at the top of the list, so that a question is answered in one way to and fro.
   */
  'list.find': procedure<{
    readonly found: ListFound;
    readonly behind: number;
    readonly first: readonly ListRow[];
  }>()({
    answeredBy: 'reader',
    scans: true,
    hint: 'asked-again',
    input: z.strictObject({
      project,
      query: queryText,
      sort: sortText.nullable(),
      /** Name of the whole order that the page has; empty for none. */
      order: z.string().max(100),
      first: z.int().min(0).max(maxRowsAtOnce),
    }),
  }),
  /** Answers: those that are still listed, in the order asked for. */
  'list.rows': procedure<readonly ListRow[]>()({
    answeredBy: 'reader',
    hint: 'asked-again',
    input: z.strictObject({ rows: z.array(rowNumber).max(maxRowsAtOnce) }),
  }),
  /** The findings of all engagements that a query finds, those that have any. `max`: so many of each; null for all. */
  'list.search': procedure<readonly EngagementHits[]>()({
    answeredBy: 'reader',
    scans: true,
    hint: 'asked-again',
    input: z.strictObject({ query: queryText, max: z.int().min(0).max(maxRowsAtOnce).nullable() }),
  }),
  /**
   * What waits for the user in all engagements, the newest first: each finding once, by what needs them most.
   * `since`: ISO 8601; without it deletions of the last two weeks and everything else. `max`: so many rows; null for all.
   */
  'inbox.list': procedure<{ readonly rows: readonly InboxRow[]; readonly total: number }>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({
      since: z.iso.datetime({ offset: true }).nullable(),
      max: z.int().min(0).nullable(),
    }),
  }),
  /**
   * Which group each finding of an engagement is in. Answers `names`, each as a finding of the group writes it. `rows`
   * and `groups` are row numbers and the index of each one's name, as 32-bit words in base64.
   */
  'list.groups': procedure<FindingGroups>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({ project, by: z.enum(groupFields) }),
  }),
  /** Answers: null if the query cannot be understood. */
  'list.counts': procedure<readonly (number | null)[]>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({ project, queries: z.array(queryText).max(maxCountsAtOnce) }),
  }),
  /** Answers: what the engagement holds, the most frequent first, for completion. */
  'list.values': procedure<{
    readonly severities: readonly string[];
    readonly statuses: readonly string[];
    readonly tags: readonly string[];
    readonly assets: readonly string[];
    /** Whom findings may be assigned to: names used before, then the people of the engagement. */
    readonly people: readonly string[];
    /** Whose files findings were imported from. */
    readonly tools: readonly string[];
  }>()({ answeredBy: 'reader', scans: true, hint: 'window-idle', input: z.strictObject({ project }) }),
  'list.ids': procedure<readonly string[]>()({
    answeredBy: 'reader',
    input: z.strictObject({ rows: z.array(rowNumber).max(200_000) }),
  }),
  'view.list': procedure<readonly SavedView[]>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** With `view`, that one is written again; what is left out stays. */
  'view.save': procedure<SavedView>()({ answeredBy: 'host', idempotent: false, input: saveViewSchema }),
  /** Answers: as it stood; null if it was not there any more. */
  'view.remove': procedure<{ readonly removed: SavedView | null }>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ view: z.int() }),
  }),
};
