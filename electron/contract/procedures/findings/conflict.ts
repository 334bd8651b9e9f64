import { z } from 'zod';
import { operationId, findingId } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import type { EditableField } from '../../finding/finding.ts';
import type { Json } from '../../json.ts';
import type { ConflictField, ConflictReason, OperationKind, ReviewPayload } from '../../finding/operation.ts';

/*
 * Conflicts, which a person resolves. Reads give all conflicts grouped by cause, and one with the full values
 * of each side. Writes give one answer to all conflicts of a cause, and undo an answer before it is sent.
 */

/** At most this many questions are answered at once. */
const maxConflictsAtOnce = 20_000;

export const conflictProcedures = {
  /** Of all engagements, or of one. */
  'conflict.list': procedure<readonly ConflictCause[]>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({ project: z.string().min(1).max(1_000).nullable().default(null) }),
  }),
  /** Answers: refused as `wrong-state` if there is nothing to decide any more. */
  'conflict.open': procedure<ConflictView>()({
    answeredBy: 'reader',
    input: z.strictObject({ op: operationId, id: findingId }),
  }),
  /** One answer for many questions, each as the person was shown it (`fingerprint`). Tells its progress. */
  'conflict.settle': procedure<ConflictOutcome>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      choice: z.enum(['mine', 'theirs']),
      items: z
        .array(z.strictObject({ op: operationId, id: findingId, fingerprint: z.string().max(200) }))
        .min(1)
        .max(maxConflictsAtOnce),
    }),
  }),
  /** Takes answers back that were not sent, if nothing else happened to their findings since. */
  'conflict.undo': procedure<ConflictOutcome>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      items: z
        .array(z.strictObject({ op: operationId, id: findingId }))
        .min(1)
        .max(maxConflictsAtOnce),
    }),
  }),
  /** The answer that can be taken back next, whatever happened to the page or the program since it was given. */
  'conflict.settled': procedure<{
    readonly op: string;
    readonly id: string;
    readonly title: string;
  } | null>()({ answeredBy: 'host', runsReadOnly: true, idempotent: true, input: z.strictObject({}) }),
};

/** Which answers a question takes. */
export interface ConflictAnswers {
  readonly mine: boolean;
  readonly theirs: boolean;
  /** Values of one's own, field by field. */
  readonly own: boolean;
}

/** One finding of an operation that waits for a decision. */
export interface ConflictEntry {
  readonly op: string;
  readonly id: string;
  readonly row: number;
  readonly project: string;
  readonly title: string;
  readonly severity: string;
  /** Names the state that is to be decided over; another one after every change of either side. */
  readonly fingerprint: string;
}

/** One field in question; a member is absent if that side has (or has seen) no value. */
export interface ConflictPart extends ConflictField {
  readonly field: EditableField;
}

/**
 * How the service lost the value that a question offers to restore. An update of ours emptied it, or a late write of
 * ours or someone else replaced it.
 */
export type Offered = 'emptied' | 'overwritten';

/** Questions that have the same cause, so that one answer may do for all. */
export interface ConflictCause {
  readonly cause: string;
  readonly kind: OperationKind;
  readonly reason: ConflictReason;
  /** What a review decided; null for anything else. */
  readonly decision: ReviewPayload['decision'] | null;
  /** Null if the person changed something of it. */
  readonly offered: Offered | null;
  readonly fields: readonly EditableField[];
  /** The single values in question, which are the same for all; long texts and lists are left out. */
  readonly values: readonly ConflictPart[];
  readonly answers: ConflictAnswers;
  readonly findings: readonly ConflictEntry[];
}

/** A member of the record that moved on; absent if there was none. */
export interface MovedMember {
  readonly name: string;
  readonly seen?: Json;
  readonly now?: Json;
}

/** One question with everything that a person decides by. */
export interface ConflictView extends ConflictEntry {
  readonly cause: string;
  readonly kind: OperationKind;
  readonly reason: ConflictReason;
  /** Null if the person changed something of it. */
  readonly offered: Offered | null;
  readonly status: string;
  readonly asset: readonly string[];
  /**
   * The fields in question, `theirs` as the service had them last. For `outdated` what moved on: `base` is what the
   * person had seen, `theirs` what it is now, and there is no `mine`.
   */
  readonly fields: readonly ConflictPart[];
  /** What the operation changes beside the fields in question. */
  readonly carries: readonly { readonly field: EditableField; readonly value: Json }[];
  /** For `outdated`: what moved on beside the fields that can be edited. */
  readonly moved: readonly MovedMember[];
  readonly review: ReviewPayload | null;
  /** How many changes of the same finding wait behind this one. */
  readonly behind: number;
  readonly answers: ConflictAnswers;
}

/** One question that was left as it is, and why, as the end of a sentence. */
export interface KeptConflict {
  readonly op: string;
  readonly id: string;
  readonly why: string;
}

export interface ConflictOutcome {
  readonly done: readonly { readonly op: string; readonly id: string }[];
  readonly kept: readonly KeptConflict[];
}
