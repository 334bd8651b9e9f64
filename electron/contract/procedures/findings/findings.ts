import { z } from 'zod';
import type { Json } from '../../json.ts';
import type { FindingListRow, FindingOrigin, SyncState } from '../../finding/finding.ts';
import { project, findingId, changes, selection } from '../../input/members.ts';
import type { JsonObject } from '../../json.ts';
import type { Operation } from '../../finding/operation.ts';
import type { WorkingState } from '../../value-lists.ts';
import type { FindingView } from '../../window/window.ts';
import { procedure } from '../../procedure.ts';

/** Any JSON: inputs were read from JSON text, so there is nothing else that it could be. */
const json = z.custom<Json>((value) => value !== undefined, 'expected a JSON value');

export const findingProcedures = {
  /** Fails with `indexing` while more text is due than a search by words may read. */
  'finding.list': procedure<{ rows: readonly FindingListRow[] }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({
      project,
      query: z.string().optional(),
      sort: z.string().max(200).optional(),
      limit: z.int().min(0).optional(),
    }),
  }),
  'finding.get': procedure<{
    id: string;
    effective: JsonObject;
    remote: JsonObject | null;
    pending: readonly Operation[];
    sync: SyncState;
    candidate: boolean;
    private: boolean;
    state: WorkingState;
    origins: readonly FindingOrigin[];
  }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({ id: findingId }),
  }),
  'finding.edit': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      id: findingId,
      changes,
      /**
       * The fields as the person saw them when they began to type (absent there: the field was absent). If a sync
       * brought other values meanwhile, the edit is based on what was seen, and both are merged like any edit with a
       * newer record. Without it, the edit goes over what is here now.
       */
      seen: changes.optional(),
    }),
  }),
  /**
   * A caller that makes one finding may name the operation itself. A second call with that name makes no second
   * finding; differences in the record edit the first.
   */
  'finding.create': procedure<readonly Operation[]>()({
    answeredBy: 'host',
    idempotent: false,
    input: z
      .strictObject({ project, records: z.array(json).min(1), op: z.uuid().optional() })
      .refine(({ op, records }) => op === undefined || records.length === 1, 'One name is for one finding.'),
  }),
  /** Queues a copy of a finding, with its images. A second call under the same name makes no second copy. */
  'finding.duplicate': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ id: findingId, op: z.uuid().optional() }),
  }),
  /**
   * Which of these an engagement has already, as a report that was carried into another vault names them. Answers the id
   * of each here, or null, in their order.
   */
  'finding.known': procedure<readonly (string | null)[]>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({
      project,
      findings: z
        .array(z.strictObject({ id: z.string().nullable(), title: z.string(), asset: z.array(z.string()) }))
        .max(100_000),
    }),
  }),
  'finding.delete': procedure<readonly Operation[]>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ ids: z.array(findingId).min(1) }),
  }),
  'finding.setStatus': procedure<BulkAnswer>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ status: z.string().min(1).max(1_000), selection }),
  }),
  'finding.bulkDelete': procedure<BulkAnswer>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ selection }),
  }),
  /** Accepts or rejects candidates, in the versions that are here. */
  'finding.bulkReview': procedure<BulkAnswer>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      decision: z.enum(['accept', 'reject']),
      comment: z.string().max(100_000).optional(),
      selection,
    }),
  }),
  'finding.history': procedure<readonly HistoryEntry[]>()({
    answeredBy: 'reader',
    input: z.strictObject({ id: findingId }),
  }),
  /** Keeps pending changes of these findings here until they are released (`held` false). */
  'finding.hold': procedure<
    readonly { readonly id: string; readonly held: boolean; readonly changed: boolean }[]
  >()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ ids: z.array(findingId).min(1), held: z.boolean() }),
  }),
  /** The user keeps what the service made of values that came back other than they were sent; answers the fields. */
  'finding.keep': procedure<readonly { readonly id: string; readonly kept: readonly string[] }[]>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ ids: z.array(findingId).min(1) }),
  }),
  'finding.open': procedure<FindingView>()({
    answeredBy: 'reader',
    input: z.strictObject({ id: findingId }),
  }),
  /** The person has looked at these as they are now; without `ids`, at all of the engagement. */
  'finding.look': procedure<{ readonly looked: number }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.union([z.strictObject({ ids: z.array(findingId).min(1) }), z.strictObject({ project })]),
  }),
  'finding.undo': procedure<FindingView>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ id: findingId }),
  }),
  'finding.redo': procedure<FindingView>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ id: findingId }),
  }),
};

/** What was queued for many findings, and what was left out and why. */
export interface BulkAnswer {
  readonly operations: readonly Operation[];
  readonly left_out: readonly { readonly id: string; readonly reason: string }[];
}

/** Something that happened to a finding. */
export interface HistoryEntry {
  readonly at: string;
  readonly what: string;
  readonly op?: string;
  /**
   * What there is to say beyond `what`. If values changed, its member `fields` gives what each field `was` and is `now`
   * (absent: none). `edited` and `status-asked` are by the user, `changed` at the service. `merged` has `mine` and
   * `merged`; `created-here`, `discarded` and `superseded` have the one value that was written or given up. Whole
   * values, for they are work.
   */
  readonly detail?: JsonObject;
}
