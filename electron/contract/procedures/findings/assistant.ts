import { z } from 'zod';
import { changes, findingId, operationId } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import type { EditableField } from '../../finding/finding.ts';
import type { Json } from '../../json.ts';
import type { GenerationKind, Operation, OperationState } from '../../finding/operation.ts';

/*
 * The assistant: what it is asked, what it wrote, and what a person makes of that. Each generation is confirmed by a person
 * and leaves at most once per confirmation (promise 4); what it wrote counts for nothing until a person accepted it.
 */

/** So many findings are merged into one at most. */
export const maxMerged = 50;
const others = z
  .array(findingId)
  .max(maxMerged - 1)
  .default([]);

export const assistantProcedures = {
  /** What asking would send and what stands in its way; with `others`, a merge of them with `finding`. Changes nothing. */
  'assistant.preview': procedure<AskPreview>()({
    answeredBy: 'reader',
    input: z.strictObject({ finding: findingId, others }),
  }),
  /**
   * Writes down what the assistant is to be asked; nothing leaves before `assistant.confirm`. `again`: an operation of the
   * same finding that may have run or was refused; it is dropped, and this one takes its place.
   */
  'assistant.ask': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ finding: findingId, others, again: operationId.optional() }),
  }),
  /** The person confirms, and it leaves once. */
  'assistant.confirm': procedure<Confirmed>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ op: operationId }),
  }),
  /** Reads the finding and tells what can be seen of a generation that may have run. */
  'assistant.check': procedure<GenerationCheck>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ op: operationId }),
  }),
  'assistant.drafts': procedure<readonly AssistantDraft[]>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({
      project: z.string().min(1).max(1_000).nullable().default(null),
      /** Those that were accepted or dropped as well. */
      settled: z.boolean().default(false),
    }),
  }),
  'assistant.draft': procedure<AssistantDraft>()({
    answeredBy: 'reader',
    input: z.strictObject({ op: operationId }),
  }),
  /** Keeps the person's version of a draft. */
  'assistant.edit': procedure<AssistantDraft>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ op: operationId, text: z.string().max(2_000_000) }),
  }),
  /**
   * Accepts a draft as it stands now and queues it to be applied. `seen`: what the finding's demonstration was as the person
   * looked at it; if it is another by now, nothing is done (`outdated`).
   */
  'assistant.apply': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ op: operationId, seen: z.string().optional() }),
  }),
  /**
   * Accepts fields of a proposed merge: each becomes an ordinary edit of the finding. `edited`: values that the person
   * changed before, in place of the proposed ones. `seen`: as in `finding.edit`.
   */
  'assistant.accept': procedure<AssistantDraft>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      op: operationId,
      fields: z.array(z.string().min(1).max(200)).min(1).max(50),
      edited: changes.optional(),
      seen: changes.optional(),
    }),
  }),
  /** What the assistant wrote is not wanted; it is kept, and stays unaccepted. */
  'assistant.drop': procedure<AssistantDraft>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ op: operationId }),
  }),
};

/** A finding as the assistant's screens name it. */
export interface AssistedFinding {
  readonly id: string;
  readonly title: string;
}

/** Why the assistant cannot be asked now. */
export type AskHindrance =
  /** The service does not have the finding yet: `id`. */
  | { readonly kind: 'not-at-service'; readonly id: string }
  | { readonly kind: 'gone'; readonly id: string }
  /** Its deletion is pending. */
  | { readonly kind: 'deletion'; readonly id: string }
  /** The findings are of different engagements. */
  | { readonly kind: 'other-engagement'; readonly id: string }
  /** The same has been asked and is not settled: `op`, in `state`. */
  | { readonly kind: 'asked-already'; readonly op: string; readonly state: OperationState };

/** What asking would do. */
export interface AskPreview {
  readonly kind: GenerationKind;
  readonly finding: AssistedFinding;
  readonly others: readonly AssistedFinding[];
  /** Findings with edits that are not at the service: the assistant does not see these. */
  readonly unsent: readonly string[];
  /** A draft or proposal about the finding that waits already. */
  readonly waiting: string | null;
  readonly hindrance: AskHindrance | null;
}

/** What came of a confirmation. */
export type Confirmed =
  /** The assistant wrote: `assistant.draft` shows it. */
  | { readonly kind: 'written'; readonly operation: Operation; readonly draft: AssistantDraft }
  /** The service refused; nothing ran. */
  | {
      readonly kind: 'refused';
      readonly operation: Operation;
      readonly status: number;
      readonly message: string;
    }
  /** The caller stopped waiting; the response is still taken if it comes while the program runs. */
  | { readonly kind: 'asked'; readonly operation: Operation; readonly message: string }
  /** No answer: you may have been charged. */
  | { readonly kind: 'unknown'; readonly operation: Operation; readonly message: string }
  /** The assistant's own limit: nothing ran; a later sync sends it, without a second confirmation. */
  | { readonly kind: 'paused'; readonly operation: Operation; readonly message: string }
  /** Nothing left this machine, or nobody was signed in: it waits for another confirmation. */
  | { readonly kind: 'waits'; readonly operation: Operation; readonly message: string };

/** A proposed value of a field. */
export interface ProposedField {
  /** As the service names it. */
  readonly name: string;
  /** The field that it would change; null if a finding has no such field that can be edited. */
  readonly field: EditableField | null;
  readonly now: Json;
  readonly proposed: Json;
  /** Of a list: the entries of the finding, of the proposal and of the findings that are merged; else null. */
  readonly union: readonly string[] | null;
  /** Findings that it comes from, if the service says so. */
  readonly sources: readonly string[];
  readonly accepted: boolean;
  /** The finding says so already. */
  readonly same: boolean;
}

/** What the assistant wrote. */
export interface AssistantDraft {
  readonly op: string;
  readonly kind: GenerationKind;
  readonly project: string;
  readonly finding: AssistedFinding;
  readonly others: readonly AssistedFinding[];
  /** ISO 8601. */
  readonly writtenAt: string;
  readonly state: 'open' | 'accepted' | 'dropped';
  /** The demonstration as the finding has it now, the person's edits included. */
  readonly now: string;
  /** Of a demonstration: the text as it stands, and as it came. `readable`: a text was found in the answer, not only JSON. */
  readonly text: string;
  readonly written: string;
  readonly readable: boolean;
  /** Of a merge: the proposed fields; empty if the answer had none that could be read (`text` is the answer then). */
  readonly fields: readonly ProposedField[];
}

/** What reading showed of a generation that may have run. */
export type GenerationCheck =
  /** The finding carries a draft: it was kept, and the operation is done. */
  | { readonly kind: 'draft'; readonly draft: AssistantDraft }
  /** Its demonstration is another than when the assistant was asked. */
  | { readonly kind: 'changed'; readonly now: string }
  /** Nothing is to be seen, which proves nothing. */
  | { readonly kind: 'nothing' }
  /** The finding is not there, or not visible. */
  | { readonly kind: 'gone' };
