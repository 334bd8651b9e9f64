import { z } from 'zod';
import { accountInputs, type AccountAnswers } from './account.ts';
import { activityInputs, type ActivityAnswers } from './activity.ts';
import { assistantInputs, type AssistantAnswers } from './assistant.ts';
import { bulkInputs, type BulkAnswers, type BulkProgress } from './bulk.ts';
import { conflictInputs, type ConflictCalls } from './conflict.ts';
import type { FindingListRow, SyncState } from '../finding.ts';
import type { Failure } from '../error.ts';
import type { Json, JsonObject } from '../json.ts';
import type { Operation } from '../operation.ts';
import type { ServiceProfile } from '../profile.ts';
import { choiceOptions, deliverableInputs, type DeliverableAnswers } from './deliverable.ts';
import { maskInputs, passwordOption, type MaskAnswers } from '../deliverable/masks.ts';
import { previewInputs, type PreviewAnswers } from './preview.ts';
import { preflightInputs, type CheckCounts, type PreflightAnswers } from './preflight.ts';
import { engagementInputs, type Engagement, type EngagementAnswers } from '../engagement.ts';
import { editionInputs, type EditionAnswers } from './editions.ts';
import { reportFormats, type ReportProgress } from '../deliverable/report.ts';
import { networkInputs, type NetworkAnswers } from '../network.ts';
import { noticeInputs, type NoticeAnswers } from '../notice.ts';
import { queueInputs, type QueueAnswers } from './queue.ts';
import { reviewInputs, type ReviewAnswers } from './review.ts';
import { roundInputs, type RoundAnswers } from '../rounds.ts';
import type { LeftOutFinding } from '../deliverable/selection.ts';
import { settingsInputs, type SettingsAnswers } from './settings.ts';
import { evidenceInputs, windowInputs, type EvidenceAnswers, type WindowAnswers } from '../window.ts';

/*
 * The procedures behind every face: `noun.verb`, an input schema, an answer type. Inputs cross boundaries as
 * JSON text (numbers keep their digits) and are parsed here; answers go back as JSON text too.
 */

const project = z.string().min(1).max(1_000);
const findingId = z.string().min(1).max(1_000);
const operationId = z.string().min(1).max(100);
/** Any JSON: inputs were read from JSON text, so there is nothing else that it could be. */
const json = z.custom<Json>((value) => value !== undefined, 'expected a JSON value');
/** Values of edited fields; checked against the rules of the interface by the service `findings`. */
const changes = z.custom<JsonObject>(
  // Not z.record: it drops a member named __proto__ without a word, and with it an edit.
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object of fields',
);

/** Findings by name, or all that a query finds in an engagement at the moment of asking. */
const selection = z.union([
  z.strictObject({ ids: z.array(findingId).min(1) }),
  z.strictObject({ project, query: z.string().max(10_000) }),
]);

export const procedureInputs = {
  'connection.connect': z.strictObject({
    baseUrl: z.string().max(4_000),
    /** Overrides of the service profile, checked against its schema; absent keeps the stored one. */
    profile: z.unknown().optional(),
  }),
  'connection.whoami': z.strictObject({}),
  'connection.disconnect': z.strictObject({}),
  'connection.profile': z.strictObject({}),
  'engagement.add': z.strictObject({
    project,
    name: z.string().max(1_000).optional(),
    client: z.string().max(1_000).optional(),
  }),
  'engagement.list': z.strictObject({}),
  'sync.run': z.strictObject({
    projects: z.array(project).default([]),
    pull: z.boolean().default(true),
    push: z.boolean().default(true),
    acceptMissing: z.boolean().default(false),
    /** With `acceptMissing`: the yes was given for so many findings; where more are gone, it is asked again. */
    acceptAtMost: z.int().min(0).optional(),
  }),
  /** Stops every sync of this home at a safe point, whoever started it. */
  'sync.cancel': z.strictObject({}),
  'finding.list': z.strictObject({
    project,
    query: z.string().optional(),
    sort: z.string().max(200).optional(),
    limit: z.int().min(0).optional(),
  }),
  'finding.get': z.strictObject({ id: findingId }),
  'finding.edit': z.strictObject({
    id: findingId,
    changes,
    /**
     * The fields as the person saw them when they began to type (absent there: the field was absent). A sync may
     * have brought other values since; the edit then goes over what was seen, and both are merged like any edit
     * that a newer record meets. Without it, the edit goes over what is here now.
     */
    seen: changes.optional(),
  }),
  /**
   * A caller that makes one finding may name the operation itself: called again with the same name it makes no second
   * finding, and what the record says otherwise by then is an edit of the first.
   */
  'finding.create': z
    .strictObject({ project, records: z.array(json).min(1), op: z.uuid().optional() })
    .refine(({ op, records }) => op === undefined || records.length === 1, 'One name is for one finding.'),
  'finding.delete': z.strictObject({ ids: z.array(findingId).min(1) }),
  'finding.setStatus': z.strictObject({ status: z.string().min(1).max(1_000), selection }),
  'finding.bulkDelete': z.strictObject({ selection }),
  'candidate.review': z.strictObject({
    id: findingId,
    decision: z.enum(['accept', 'reject']),
    comment: z.string().max(100_000).optional(),
    /**
     * Names the service's record that the person saw (`review.card`). Where it is another one now the decision is
     * refused as `outdated`; a decision that came back, or was never sent, gives way to this one.
     */
    stamp: z.string().max(200).optional(),
  }),
  'finding.history': z.strictObject({ id: findingId }),
  'queue.list': z.strictObject({}),
  'queue.resolve': z.strictObject({
    op: operationId,
    choice: z.union([
      z.enum(['mine', 'theirs']),
      /** `leave`: fields in question that stay as the service has them. */
      z.strictObject({ set: changes, leave: z.array(z.string().max(100)).max(100).optional() }),
    ]),
    /** One of the operation's findings; without it, all of them that are in conflict. */
    finding: findingId.optional(),
    /** Names what the person was shown (`conflict.open`); where that is another by now, refused as `outdated`. */
    stamp: z.string().max(200).optional(),
  }),
  /** Keeps pending changes of these findings here until they are released (`held` false). */
  'finding.hold': z.strictObject({ ids: z.array(findingId).min(1), held: z.boolean() }),
  /** Without `findings`, for all that it is open for. */
  'queue.retry': z.strictObject({ op: operationId, findings: z.array(findingId).min(1).optional() }),
  'queue.discard': z.strictObject({ op: operationId, findings: z.array(findingId).min(1).optional() }),
  'report.export': z.strictObject({
    project,
    /** Absolute path of the file to write. */
    out: z.string().min(1),
    format: z.enum(reportFormats).optional(),
    edition: z.int().min(1).optional(),
    /** Goes on where the check finds errors; every page is then marked DRAFT. */
    force: z.boolean().default(false),
    ...choiceOptions,
    ...passwordOption,
  }),
  ...assistantInputs,
  ...windowInputs,
  ...evidenceInputs,
  ...settingsInputs,
  ...networkInputs,
  ...bulkInputs,
  ...queueInputs,
  ...noticeInputs,
  ...conflictInputs,
  ...reviewInputs,
  ...editionInputs,
  ...engagementInputs,
  ...preflightInputs,
  ...deliverableInputs,
  ...maskInputs,
  ...roundInputs,
  ...previewInputs,
  ...activityInputs,
  ...accountInputs,
} as const;

export type ProcedureName = keyof typeof procedureInputs;
/** A procedure's input as its handler gets it; a caller may leave out what has a default (`z.input`). */
export type ProcedureInput<N extends ProcedureName> = ProcedureInputs[N];
/** Looked up by name: worked out anew at each call, so many procedures are more than the compiler follows in time. */
type ProcedureInputs = { readonly [N in ProcedureName]: z.output<(typeof procedureInputs)[N]> };

export interface SyncSummary {
  readonly pushed: {
    readonly applied: number;
    readonly conflict: number;
    readonly rejected: number;
    readonly unknown: number;
    readonly waiting: number;
  };
  readonly pulled: {
    readonly pages: number;
    readonly seen: number;
    readonly created: number;
    readonly changed: number;
    readonly unchanged: number;
    readonly gone: number;
  };
  readonly engagements: readonly {
    readonly project: string;
    readonly complete: boolean;
    readonly held: string | null;
    /** Why its sweep could not see everything; absent if it did, or did not run. */
    readonly incomplete?: string;
  }[];
  /** Sentences for the person beyond what the other members tell; each face tells those in its own words. */
  readonly notices: readonly string[];
  /** Operations that may or may not have reached the service, and after when they are looked at again. */
  readonly looks: readonly { readonly op: string; readonly at: string }[];
  /** Operations of the whole queue that need a person, whenever they were made. */
  readonly needsPerson: number;
  /** Why the sync could not be finished; what was done until then stands. Faces end as for any failure. */
  readonly failure: Failure | null;
}

/** What was queued for many findings, and what was left out and why. */
export interface BulkAnswer {
  readonly operations: readonly Operation[];
  readonly left_out: readonly { readonly id: string; readonly reason: string }[];
}

export interface HistoryEntry {
  readonly at: string;
  readonly what: string;
  readonly op?: string;
  /**
   * What there is to say beyond `what`. Its member `fields` tells, where values changed, of each field what it `was`
   * and is `now` (absent: there was none): `edited` and `status-asked` by the person, `changed` at the service.
   * `merged` has `mine` and `merged`; `created-here`, `discarded` and `superseded` have the one value that was
   * written or given up. Whole values, for they are work.
   */
  readonly detail?: JsonObject;
}

/** What each procedure answers. */
export interface ProcedureAnswers
  extends
    AssistantAnswers,
    WindowAnswers,
    ActivityAnswers,
    EvidenceAnswers,
    QueueAnswers,
    NoticeAnswers,
    ReviewAnswers,
    EditionAnswers,
    EngagementAnswers,
    BulkAnswers,
    ConflictCalls,
    PreflightAnswers,
    DeliverableAnswers,
    MaskAnswers,
    RoundAnswers,
    PreviewAnswers,
    AccountAnswers,
    SettingsAnswers,
    NetworkAnswers {
  'connection.connect': { baseUrl: string; user: JsonObject; organization: JsonObject; notices?: string[] };
  'connection.whoami': { baseUrl: string; user: JsonObject; organization: JsonObject };
  'connection.disconnect': { waiting: number };
  /** The service profile in force, for faces that offer or check what it names (statuses, severities). */
  'connection.profile': ServiceProfile;
  'engagement.add': Engagement;
  'engagement.list': readonly Engagement[];
  'sync.run': SyncSummary;
  'sync.cancel': { readonly stopped: number };
  /** `behind`: findings whose full text is not indexed yet (search says when it has not caught up). */
  'finding.list': { rows: readonly FindingListRow[]; behind: number };
  'finding.get': {
    id: string;
    effective: JsonObject;
    remote: JsonObject | null;
    pending: readonly Operation[];
    sync: SyncState;
  };
  'finding.edit': Operation;
  'finding.create': readonly Operation[];
  'finding.delete': readonly Operation[];
  'finding.setStatus': BulkAnswer;
  'finding.bulkDelete': BulkAnswer;
  'candidate.review': Operation;
  'finding.history': readonly HistoryEntry[];
  'queue.list': readonly Operation[];
  'queue.resolve': Operation;
  'finding.hold': readonly { readonly id: string; readonly held: boolean }[];
  'queue.retry': Operation;
  'queue.discard': Operation;
  'report.export': {
    path: string;
    edition: number;
    bytes: number;
    pages: number | null;
    findings: number;
    sha256: string;
    /** What the check said of it; not of an edition that is written again. */
    found?: CheckCounts;
    notices?: string[];
    left_out: readonly LeftOutFinding[];
  };
}

/** What a running procedure tells while it works; faces draw progress from it. */
export type ProgressEvent =
  | {
      readonly kind: 'sync';
      readonly project: string;
      readonly phase: 'push' | 'sweep' | 'details' | 'settle' | 'index';
      readonly done: number;
      readonly total: number | null;
      /** Pages of a sweep. The service does not say how many there are: about as many as the last whole one met. */
      readonly pages?: { readonly done: number; readonly about: number | null };
    }
  | BulkProgress
  | ({ readonly kind: 'report' } & ReportProgress)
  /** Of all findings of an engagement, so many were read for what was asked. */
  | { readonly kind: 'findings'; readonly done: number; readonly total: number }
  /** Answers to conflicts, given to many at once. */
  | { readonly kind: 'answers'; readonly done: number; readonly total: number }
  /** The service asked to wait this long (ms) from now: nothing is done before. Null: it goes on. */
  | { readonly kind: 'pause'; readonly wait: string; readonly leftMs: number | null }
  | { readonly kind: 'notice'; readonly text: string };
