import { z } from 'zod';
import type { EditableField } from './finding.ts';
import type { Json } from '../json.ts';

/** What an outbox operation does at the service. */
export const operationKinds = [
  'create',
  'update',
  'delete',
  'bulk-status',
  'bulk-delete',
  'review',
  'ai-demonstration',
  'ai-apply',
  'ai-merge',
] as const;
export type OperationKind = (typeof operationKinds)[number];

/**
 * What the assistant is asked to write. It changes no finding, so nothing waits behind it and it has no patch. It may
 * be charged, so each leaves at most once per confirmation (promise 4).
 */
export type GenerationKind = Extract<OperationKind, 'ai-demonstration' | 'ai-merge'>;

/** Whether an operation asks the assistant to write something. */
export function isGeneration(kind: OperationKind): kind is GenerationKind {
  return kind === 'ai-demonstration' || kind === 'ai-merge';
}

/** Whether an operation is one of the assistant: none of them is ever sent a second time (promise 4). */
export function isAssistant(kind: OperationKind): boolean {
  return isGeneration(kind) || kind === 'ai-apply';
}

/**
 * State of an operation for one finding, as stored. `blocked` is not stored: it is derived from an
 * earlier operation of the same finding that is not settled.
 */
export type ItemState = 'queued' | 'sending' | 'done' | 'conflict' | 'rejected' | 'unknown' | 'discarded';

/** State of an operation as shown; `blocked` waits for another operation. */
export type OperationState = ItemState | 'blocked';

/** Why a person has to decide: see the states of an operation in `docs/develop/operations.md`. */
export type ConflictReason = 'fields' | 'gone' | 'outdated' | 'empty-asset';

/** What a review operation carries: the decision and, if one was given, the comment. */
export const reviewPayloadSchema = z.object({
  decision: z.enum(['accept', 'reject']),
  comment: z.string().optional(),
});
export type ReviewPayload = z.infer<typeof reviewPayloadSchema>;

/** What a bulk change of status carries. */
export const statusPayloadSchema = z.object({ status: z.string() });

/** What a proposed merge carries: the other findings, by the service's identifiers. */
export const mergePayloadSchema = z.object({ others: z.array(z.string()) });

/** What applying a draft carries: the operation that asked for it. Its text is the layer of the operation. */
export const applyPayloadSchema = z.object({ draft: z.string() });

/** One field of a conflict; a member is absent if that side has (or has seen) no value. */
export interface ConflictField {
  readonly base?: Json;
  readonly mine?: Json;
  readonly theirs?: Json;
}

/** What a person has to decide: the contested fields with what each side has. */
export interface Conflict {
  readonly reason: ConflictReason;
  readonly fields: Readonly<Partial<Record<EditableField, ConflictField>>>;
}

/** Why the service may refuse a change: what it says of the account, or what it answered last in the engagement. */
export type WriteDoubt = 'read-only' | 'client' | 'refused';

/** What becomes of a field; null on a side that has no value, or that is not the same for all findings of the operation. */
export interface OperationChange {
  readonly from: Json;
  readonly to: Json;
}

/** An outbox operation as every face shows it (terminal contract, "An operation"). */
export interface Operation {
  readonly op: string;
  readonly kind: OperationKind;
  readonly project: string;
  readonly findings: readonly string[];
  /** Of its first finding; empty if that is not shown any more. */
  readonly title: string;
  /** The fields that it sets in its first finding. */
  readonly fields: readonly EditableField[];
  readonly state: OperationState;
  readonly attempts: number;
  readonly error: { readonly status: number | null; readonly message: string } | null;
  readonly conflict: Conflict | null;
  readonly results: readonly {
    readonly id: string;
    readonly state: OperationState;
    readonly message: string | null;
  }[];
  /** It was sent without a clear answer: the service may have it, also after it was discarded here. */
  readonly mayHaveArrived?: true;
  /** One of its findings is held back: its change stays here until the user releases the finding. */
  readonly held?: true;
  /** Told when it is queued: why the service may refuse it. */
  readonly mayBeRefused?: WriteDoubt;
  /** When an unknown operation is looked at again (ISO 8601), if that is known. */
  readonly nextLookAt?: string;
  /** Fields by name, if asked for. */
  readonly changes?: Readonly<Record<string, OperationChange>>;
}
