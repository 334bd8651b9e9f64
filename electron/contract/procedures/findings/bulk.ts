import { z } from 'zod';
import { project } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import { replaceFields, type ReplaceField } from '../../finding/finding.ts';

/*
 * One action over many findings: what it would do, what it did to each, and taking it back. A selection is row numbers
 * of the window's list, frozen when the preview is requested. A fingerprint per finding ensures that exactly what was shown
 * is carried out.
 */

const bulk = z.string().min(1).max(100);
/** At most this many findings at once. */
const maxBulkFindings = 200_000;
/** 32-bit words, little-endian, base64, as `list.query` answers them. */
const words = z.base64().max(Math.ceil((maxBulkFindings * 4) / 3) * 4 + 4);
const entry = z.string().trim().min(1).max(10_000);
const entries = z.array(entry).max(1_000).default([]);
/** At most this many hits are taken out of one replacement. */
const maxTakenOut = 20_000;

export const bulkActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), status: entry.max(1_000) }),
  z.strictObject({ kind: z.literal('delete') }),
  z.strictObject({ kind: z.literal('severity'), severity: entry.max(1_000) }),
  z.strictObject({ kind: z.literal('tags'), add: entries, remove: entries }),
  z.strictObject({ kind: z.literal('asset'), add: entries, remove: entries }),
  z.strictObject({
    kind: z.literal('replace'),
    find: z.string().min(1).max(10_000),
    with: z.string().max(10_000),
    fields: z.array(z.enum(replaceFields)).min(1).max(replaceFields.length),
    matchCase: z.boolean().default(false),
    wholeWord: z.boolean().default(false),
    /** Hits that the person took out: their numbers in a field, through all its texts, counted from 0. */
    except: z
      .array(
        z.strictObject({
          row: z.int().min(1).max(0xffffffff),
          field: z.enum(replaceFields),
          /** The field's fingerprint; a finding with another one by now is left out. */
          stamp: z.int().min(0).max(0xffffffff),
          hits: z.array(z.int().min(0)).min(1).max(maxTakenOut),
        }),
      )
      .max(maxTakenOut)
      .default([]),
  }),
  /** A decision on candidates, one operation each, over the records that the preview showed. */
  z.strictObject({
    kind: z.literal('review'),
    decision: z.enum(['accept', 'reject']),
    comment: z.string().max(100_000).exactOptional(),
  }),
]);
export type BulkAction = z.output<typeof bulkActionSchema>;
export type BulkKind = BulkAction['kind'];

/** What was imported from scanner files: kept as one action, so that it is undone as one. */
const importActionSchema = z.object({ kind: z.literal('import'), files: z.array(z.string()) });
/** An action as it is kept: one over a selection, or an import. */
export const recordedActionSchema = z.union([bulkActionSchema, importActionSchema]);
export type RecordedAction = z.output<typeof recordedActionSchema>;

/** What became of one finding of a bulk action. */
const bulkStates = [
  'not-done',
  'queued',
  /** As queued, but no sync sends it: an earlier change of the same finding has to be settled first. */
  'behind',
  'sending',
  'done',
  'conflict',
  'rejected',
  'unknown',
  'taken-back',
  'left-out',
] as const;
export type BulkState = (typeof bulkStates)[number];

/** What a deletion dropped from the outbox, as it is kept until nothing can be taken back any more. */
export const droppedSchema = z.object({
  dropped: z.array(
    z.object({
      seq: z.int(),
      state: z.enum(['queued', 'conflict', 'rejected']),
      /** Written by earlier versions; now an item keeps its own. */
      basesJson: z.string().exactOptional(),
      conflictJson: z.string().nullable(),
      errorStatus: z.int().nullable(),
      errorMessage: z.string().nullable(),
      needsPerson: z.literal([0, 1]),
    }),
  ),
});
export type DroppedItem = z.output<typeof droppedSchema>['dropped'][number];

export const bulkProcedures = {
  'bulk.preview': procedure<BulkPreview>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({ project, rows: words, action: bulkActionSchema }),
  }),
  /** The next hits of a replacement, beginning with the finding at the place `from` of `rows`. */
  'bulk.hits': procedure<BulkHits>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({
      project,
      rows: words,
      action: bulkActionSchema.options[5],
      from: z.int().min(0),
    }),
  }),
  /**
   * `fingerprints` as the preview of the same rows and action answered them. The caller names the action, so it can ask about
   * it if this call fails. A second call with the same name continues the first.
   */
  'bulk.run': procedure<BulkSummary>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      bulk: z.uuid(),
      project,
      rows: words,
      fingerprints: words,
      action: bulkActionSchema,
    }),
  }),
  /** Goes on with one that was stopped, or that the program's end cut off. */
  'bulk.resume': procedure<BulkSummary>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ bulk }),
  }),
  'bulk.list': procedure<readonly BulkSummary[]>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({ project }),
  }),
  /** A row per finding; without `states` all of them, from the place `from` on. */
  'bulk.results': procedure<{
    readonly summary: BulkSummary;
    readonly rows: readonly BulkResult[];
    /** Where to go on; null at the end. */
    readonly next: number | null;
  }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({
      bulk,
      states: z.array(z.enum(bulkStates)).optional(),
      /** As the answer before said where to go on. */
      from: z.int().min(0).default(0),
      limit: z.int().min(1).max(10_000).default(200),
    }),
  }),
  'bulk.undo': procedure<BulkUndone>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ bulk }),
  }),
};

/** Why an action leaves a finding as it is. */
export type LeftOutReason =
  /** A candidate that not reviewed yet takes its status from that alone. */
  | 'candidate'
  /** Only a candidate is accepted or rejected. */
  | 'not-candidate'
  /** A decision on the candidate is pending, or came back. */
  | 'decided'
  /** The service does not have it any more. */
  | 'gone'
  /** It was made here and discarded before it was sent. */
  | 'discarded'
  /** It was made here and is not at the service yet. */
  | 'not-sent'
  /** What came could not be read as a finding. */
  | 'unreadable'
  /** Nothing would change. */
  | 'already'
  /** The text that is looked for is not in it, or every match was excluded. */
  | 'no-hit'
  /** It is to be deleted. */
  | 'deletion'
  /** The result would break a rule of the interface. */
  | 'rule'
  /** It is another one now than the preview showed. */
  | 'changed';

/** A finding as results name it: many have one title, and their assets tell them apart. */
export interface BulkFinding {
  readonly row: number;
  readonly id: string;
  readonly title: string;
  readonly asset: readonly string[];
}

export interface BulkLeftOut {
  readonly reason: LeftOutReason;
  /** Words of the rule, for `rule`; else null. */
  readonly message: string | null;
  readonly count: number;
  /** The first of them. */
  readonly findings: readonly BulkFinding[];
}

/** What an action would do. */
export interface BulkPreview {
  readonly selected: number;
  /** How many findings it would change. */
  readonly total: number;
  /** Of those that it would change, the most severe first; `''` if there is none. */
  readonly severities: readonly { readonly severity: string; readonly count: number }[];
  /** Of those that it would change, the value that each has now, for actions that set one value. */
  readonly before: readonly { readonly value: string; readonly count: number }[];
  readonly leftOut: readonly BulkLeftOut[];
  /** What goes to the service: writes, and at most so many reads before and after. */
  readonly requests: { readonly writes: number; readonly reads: number };
  /** Of a replacement: places that are replaced, and places found. */
  readonly hits: {
    readonly replaced: number;
    readonly found: number;
    /** Another number if a field with hits is another one, or other hits would break a rule. */
    readonly over: number;
    /** Places that stay because the result would break a rule of the interface, with its words. */
    readonly broken: readonly { readonly message: string; readonly count: number }[];
    /** Places in the fields that were not asked for, of the findings that were searched; those with any, most first. */
    readonly elsewhere: readonly { readonly field: ReplaceField; readonly count: number }[];
  } | null;
  /** Of a deletion: pending changes that are discarded with the findings, and findings that were never sent. */
  readonly drops: { readonly changes: number; readonly unsent: number } | null;
  /** Of a review: the row numbers that it would decide on, as `rows` and in their order; else null. */
  readonly candidates: string | null;
  /** One 32-bit word for each row, as `rows`. */
  readonly fingerprints: string;
}

/** Which text of a field: an entry of a list, or a side of an exchange; counted from 0. */
export interface HitPart {
  readonly kind: 'entry' | 'request' | 'response';
  readonly at: number;
}

/** One place where the text was found. Cut texts begin or end with an ellipsis. */
export interface BulkHit {
  /** Its number in the field, through all its texts, counted from 0. */
  readonly hit: number;
  /** Which text it stands in; null if the field is one text. */
  readonly part: HitPart | null;
  /** Why it stays although it was not taken out: the rule that the result would break; else null. */
  readonly why: string | null;
  readonly before: string;
  readonly match: string;
  readonly after: string;
  /** Whether it stands inside a tag of an HTML text. */
  readonly markup: boolean;
}

export interface BulkHits {
  readonly findings: readonly (BulkFinding & {
    readonly fields: readonly {
      readonly field: ReplaceField;
      readonly fingerprint: number;
      /** How many there are; `hits` holds the first of them. */
      readonly found: number;
      readonly hits: readonly BulkHit[];
    }[];
  })[];
  /** Where to go on; null at the end. */
  readonly next: number | null;
}

export type BulkCounts = Readonly<Record<BulkState, number>>;

/** A bulk action with what became of it, derived from the operations as they are now. */
export interface BulkSummary {
  readonly bulk: string;
  readonly project: string;
  readonly at: string;
  readonly action: RecordedAction;
  readonly counts: BulkCounts;
  /** Whether it is being carried out right now. */
  readonly running: boolean;
  /** Findings of which `bulk.undo` would take it back. */
  readonly undoable: number;
}

export interface BulkResult extends BulkFinding {
  readonly state: BulkState;
  /** Why it was left out; null otherwise. */
  readonly reason: LeftOutReason | null;
  readonly message: string | null;
}

/** What taking back left as it is. */
export type StayReason =
  /** It was sent, or may have been. */
  | 'sent'
  /** Another value was written there since. */
  | 'changed-since'
  /** Taking it back would break a rule of the interface. */
  | 'rule';

export interface BulkUndone {
  readonly summary: BulkSummary;
  readonly takenBack: number;
  readonly stays: readonly {
    readonly reason: StayReason;
    readonly count: number;
    readonly findings: readonly BulkFinding[];
  }[];
}

/** How far a bulk action is; a preview has no name. */
export interface BulkProgress {
  readonly kind: 'bulk';
  readonly phase: 'preview' | 'run' | 'undo';
  readonly bulk: string | null;
  readonly done: number;
  readonly total: number;
}
