import { z } from 'zod';
import { operationId, changes, findingId, project } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import type { EditableField } from '../../finding/finding.ts';
import type { Json, JsonObject } from '../../json.ts';
import type { Operation, OperationKind, OperationState } from '../../finding/operation.ts';
import type { ServiceProfile } from '../../profile.ts';
import { queueGroups, type QueueGroup } from '../../value-lists.ts';

/* What the window asks of the queue, and the questions that the engine may have for a person. */

/** 32-bit words, little-endian, base64. */
const words = z.base64().max(1_100_000);
/** Members by name; what each may hold is checked against its own schema. */
const members = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object of members',
);

/** At most so many rows are fetched at once: two screens of a tall window. */
export const maxQueueRowsAtOnce = 100;
/** Of an operation over many findings, unless more are asked for, and of a question, so many are told one by one. */
export const maxPartsShown = 200;

export const queueProcedures = {
  'queue.list': procedure<readonly Operation[]>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    /** `changes`: each with what it would change. */
    input: z.strictObject({ changes: z.boolean().default(false) }),
  }),
  'queue.resolve': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      op: operationId,
      choice: z.union([
        z.enum(['mine', 'theirs']),
        /** `leave`: fields in question that stay as the service has them. */
        z.strictObject({ set: changes, leave: z.array(z.string().max(100)).max(100).optional() }),
      ]),
      /** One of the operation's findings; without it, all of them that are in conflict. */
      finding: findingId.optional(),
      /** Names what the person was shown (`conflict.open`); if that is another by now, refused as `outdated`. */
      fingerprint: z.string().max(200).optional(),
    }),
  }),
  /** Without `findings`, for all that it is open for. */
  'queue.retry': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ op: operationId, findings: z.array(findingId).min(1).optional() }),
  }),
  'queue.discard': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ op: operationId, findings: z.array(findingId).min(1).optional() }),
  }),
  /**
   * Merges members into the service profile in force, without asking the service. `null` puts a member back to its
   * default. What was learnt about the service under another profile is learnt anew.
   * Answers: the profile in force from now on.
   */
  'connection.adjust': procedure<ServiceProfile>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ profile: members }),
  }),
  /**
   * Answers: places in the outbox, group after group as `queueGroups` orders them, oldest first in each: little-endian 32-bit
   * words, base64. `counts` is of all groups, whatever was asked for.
   */
  'queue.rows': procedure<{ readonly seqs: string; readonly counts: Readonly<Record<QueueGroup, number>> }>()(
    {
      answeredBy: 'reader',
      scans: true,
      input: z.strictObject({
        project: project.nullable().default(null),
        group: z.enum(['all', ...queueGroups]).default('all'),
      }),
    },
  ),
  /** Answers: those that are still open, in the order asked for. */
  'queue.items': procedure<readonly QueueRow[]>()({
    answeredBy: 'reader',
    input: z.strictObject({ seqs: z.array(z.int().min(1)).max(maxQueueRowsAtOnce) }),
  }),
  /** `parts`: so many of its findings are told one by one. */
  'queue.open': procedure<QueueDetail>()({
    answeredBy: 'reader',
    input: z.strictObject({
      op: operationId,
      parts: z.int().min(1).default(maxPartsShown),
    }),
  }),
  /** Puts back what was dropped, as long as nothing else happened to it; without `findings`, all of it. */
  'queue.restore': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ op: operationId, findings: z.array(findingId).min(1).optional() }),
  }),
  /** The person says that a finding at the service is the one that a creation of theirs made. */
  'queue.adopt': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ op: operationId, finding: findingId }),
  }),
  /**
   * Answers: every change that the next sync would send or holds back, by finding. The host answers, so that every write
   * that was asked for before is in it.
   */
  'pending.list': procedure<PendingList>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({}),
  }),
  /** Answers: those of which something is still pending, in the order asked for. */
  'pending.changes': procedure<readonly PendingFinding[]>()({
    answeredBy: 'reader',
    input: z.strictObject({ rows: z.array(z.int().min(1)).max(maxQueueRowsAtOnce) }),
  }),
  /**
   * Holds these findings back and releases all others of the list for the next sync. Refused if the list no longer
   * matches the `fingerprint` of `pending.list`.
   */
  'pending.choose': procedure<{ readonly held: number }>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ fingerprint: z.string().max(100), held: words }),
  }),
  'question.held': procedure<HeldQuestion>()({ answeredBy: 'reader', input: z.strictObject({ project }) }),
  'question.account': procedure<AccountQuestion>()({ answeredBy: 'reader', input: z.strictObject({}) }),
  'question.emptied': procedure<EmptiedQuestion>()({ answeredBy: 'reader', input: z.strictObject({}) }),
  /** Sends all fields from now on, and queues every value that was emptied to be put back. */
  'question.putBack': procedure<{ readonly queued: number }>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({}),
  }),
  'question.creation': procedure<CreationQuestion>()({
    answeredBy: 'reader',
    input: z.strictObject({ op: operationId }),
  }),
};

/** Why an operation cannot go on without a person. */
export type PersonNeed =
  /** Both sides changed the same. */
  | 'conflict'
  /** The finding was deleted on the service, or not visible. */
  | 'gone'
  /** What was decided over has moved on. */
  | 'outdated'
  /** An update of ours emptied fields; their values are offered back. */
  | 'emptied'
  /** The service refused it. */
  | 'refused'
  /** Nobody could find out whether a creation arrived. */
  | 'creation'
  /** The assistant is asked once the person has confirmed it: it may cost credits. */
  | 'confirmation'
  /** What the assistant was asked may have run and been charged. */
  | 'may-have-run';

/** What happens next with an operation, and when. */
export type QueueNext =
  | { readonly kind: 'person'; readonly need: PersonNeed }
  | { readonly kind: 'sending' }
  /** It may have arrived; the first sync after `at` (ISO 8601) finds out. */
  | { readonly kind: 'look'; readonly at: string }
  /** An earlier operation of the same finding has to be settled first. */
  | { readonly kind: 'behind'; readonly op: string }
  | { readonly kind: 'held' }
  /** Its finding is held back by the user. */
  | { readonly kind: 'not-ready' }
  /** Updates are stopped: the service empties what an update does not send. */
  | { readonly kind: 'updates-stopped' }
  /** The token belongs to another user. */
  | { readonly kind: 'foreign-account' }
  /** There is no token, or the service refused it. */
  | { readonly kind: 'credentials' }
  /** The service asked for no request until then (ISO 8601). */
  | { readonly kind: 'pause'; readonly until: string }
  | { readonly kind: 'sync' };

/** What came back, in the words of the service or of the program. */
export interface Said {
  /** HTTP status of a refusal; 0 if the program refused it itself, null if no status tells. */
  readonly status: number | null;
  readonly message: string;
}

/** What a list of the queue shows of an operation. */
export interface QueueRow {
  readonly seq: number;
  readonly op: string;
  readonly kind: OperationKind;
  readonly project: string;
  /** How many findings it is still open for. */
  readonly findings: number;
  readonly first: { readonly id: string; readonly title: string };
  readonly state: OperationState;
  /** A finding of it is held back. */
  readonly held?: true;
  /** When it was made (ISO 8601). */
  readonly since: string;
  readonly attempts: number;
  readonly lastAttemptAt: string | null;
  readonly said: Said | null;
  readonly next: QueueNext;
  /** Of a review. */
  readonly decision: 'accept' | 'reject' | null;
  /** Of a bulk change of status. */
  readonly status: string | null;
  /** Of a proposed merge: the other findings that it is about. */
  readonly others: readonly string[];
}

/** A field that an operation changes. A side is absent if there was nothing, or nothing was ever shown. */
export interface QueueChange {
  readonly field: EditableField;
  readonly was?: Json;
  readonly now: Json;
}

/** An operation for one of its findings. */
export interface QueuePart {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly state: OperationState;
  readonly said: Said | null;
  readonly changes: readonly QueueChange[];
}

/** One time that it left, or was about to. */
export interface QueueAttempt {
  readonly at: string;
  readonly endedAt: string | null;
  readonly outcome: 'under-way' | 'not-sent' | 'refused' | 'unknown' | 'acknowledged' | 'not-confirmed';
  readonly status: number | null;
}

/** Whether something can be done now, with what it means here, or why not. Codes; the page has the words. */
export type QueueOffer<Means extends string, Not extends string> =
  { readonly allowed: true; readonly means: Means } | { readonly allowed: false; readonly why: Not };

export type RetryOffer = QueueOffer<
  /** Goes again as it is; refused again unless what was wrong is corrected. */
  | 'sends-again'
  /** Reads the finding first and sends only what is not there. */
  | 'reads-first'
  /** Makes a second finding if the first one arrived after all. */
  | 'may-double',
  'waits-already' | 'conflict' | 'still-looking' | 'sending' | 'assistant'
>;
export type DiscardOffer = QueueOffer<
  /** Nothing of it is at the service. */
  | 'nothing-sent'
  /** It may be at the service already, and stays there then. */
  | 'may-be-there'
  /** The finding was never made at the service and disappears here. */
  | 'finding-goes'
  /** The same, but it may be at the service. */
  | 'finding-may-be-there',
  'sending'
>;

/** All that is known of one operation. */
export interface QueueDetail {
  readonly row: QueueRow;
  /** Of its open findings as many as were asked for, those that are stuck first. */
  readonly parts: readonly QueuePart[];
  readonly comment: string | null;
  readonly attempts: readonly QueueAttempt[];
  readonly retry: RetryOffer;
  readonly discard: DiscardOffer;
  /** Operations of the same findings that are sent after it. */
  readonly behind: number;
  /** Images that belong to the finding of a creation. */
  readonly evidence: number;
}

/** Everything that the next sync would send or holds back: little-endian 32-bit words, base64. */
export interface PendingList {
  /** A finding and an operation of it by turns, in the order of the outbox. */
  readonly pairs: string;
  /** Those of the findings that are held back. */
  readonly held: string;
  /** Another one as soon as anything of this is. */
  readonly fingerprint: string;
  /** The operation that was made last, sent or not; 0 if there was never one. */
  readonly newest: number;
}

/** What one operation would do to one finding. */
export interface PendingChange {
  readonly op: string;
  readonly kind: OperationKind;
  /** Of a bulk change of status. */
  readonly status: string | null;
  /** Of a review. */
  readonly decision: 'accept' | 'reject' | null;
  readonly comment: string | null;
  readonly changes: readonly QueueChange[];
}

/** A finding with all that would be sent of it, in the order in which it was made. */
export interface PendingFinding {
  readonly row: number;
  readonly id: string;
  readonly project: string;
  readonly title: string;
  readonly severity: string;
  readonly asset: readonly string[];
  readonly operations: readonly PendingChange[];
}

/** A finding as a question shows it. */
export interface AskedFinding {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
}

/** One that is missing, with the work of the person that hangs on it. */
export interface MissingFinding extends AskedFinding {
  readonly asset: readonly string[];
  readonly waiting: number;
  readonly evidence: number;
}

export interface HeldQuestion {
  readonly project: string;
  readonly name: string | null;
  /** The program's own words for why. */
  readonly reason: string;
  /** ISO 8601; null in a store of an older program. */
  readonly since: string | null;
  /** How many the list did not show, of how many that were known. */
  readonly missing: number;
  readonly of: number;
  /** How many of them were asked about one by one, and are not there. */
  readonly confirmed: number;
  /** Those with work of the person first, at most `maxPartsShown`. */
  readonly findings: readonly MissingFinding[];
  /** Operations of the engagement that wait while it is held. */
  readonly waiting: number;
}

export interface AccountQuestion {
  readonly baseUrl: string;
  /** Whose findings these are. */
  readonly owner: JsonObject;
  readonly organization: JsonObject;
  readonly engagements: number;
  readonly findings: number;
  readonly waiting: number;
  /** Whose token it is now, as the service said. */
  readonly other: JsonObject;
  readonly since: string;
}

/** A finding of which an update emptied fields. */
export interface EmptiedFinding extends AskedFinding {
  readonly op: string;
  readonly project: string;
  readonly at: string;
  readonly fields: readonly { readonly field: EditableField; readonly lost: Json; readonly now?: Json }[];
}

export interface EmptiedQuestion {
  readonly findings: readonly EmptiedFinding[];
  /** Updates that are stopped. */
  readonly stopped: number;
}

/** A finding at the service that may be the one that a creation made. */
export interface CreationCandidate extends AskedFinding {
  readonly firstSeenAt: string;
  /** Title, assets and texts are those that were sent. */
  readonly alike: boolean;
  readonly asset: readonly string[];
  readonly description: Json;
}

export interface CreationQuestion {
  readonly op: string;
  readonly project: string;
  readonly id: string;
  readonly sent: Readonly<Partial<Record<EditableField, Json>>>;
  readonly sentAt: string;
  readonly said: string | null;
  /** The likeliest first. */
  readonly candidates: readonly CreationCandidate[];
  /** Operations that are sent after it. */
  readonly behind: number;
}
