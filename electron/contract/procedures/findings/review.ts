import { z } from 'zod';
import { findingId, project } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import type { JsonObject } from '../../json.ts';
import type { Operation, OperationState, ReviewPayload } from '../../finding/operation.ts';
import type { FindingView } from '../../window/window.ts';

/* Deciding on candidates one after the other: which are left, all that one decision needs, and its way back. */

const rowNumber = z.int().min(1).max(0xffffffff);

export const reviewProcedures = {
  'candidate.review': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({
      id: findingId,
      decision: z.enum(['accept', 'reject']),
      comment: z.string().max(100_000).optional(),
      /**
       * Names the service's record that the person saw (`review.card`). If it is another one now the decision is
       * refused as `outdated`; a decision that came back, or was never sent, gives way to this one.
       */
      fingerprint: z.string().max(200).optional(),
    }),
  }),
  /** Answers: row numbers as in `list.query`, those by severity, then title. */
  'review.list': procedure<{
    /** Candidates that wait for the person, those whose decision came back among them. */
    readonly rows: string;
    /** Those whose decision came back: outdated, refused, or stuck behind an edit that is. */
    readonly returned: string;
    /** Those with a decision on its way, not confirmed yet: to accept them, to reject them. */
    readonly accepted: string;
    readonly rejected: string;
    /** Candidates there are, decided or not. */
    readonly total: number;
  }>()({ answeredBy: 'reader', scans: true, input: z.strictObject({ project }) }),
  'review.card': procedure<ReviewCard>()({ answeredBy: 'reader', input: z.strictObject({ row: rowNumber }) }),
  /** Answers: findings first, then other candidates; the most alike first. */
  'review.similar': procedure<readonly SimilarFinding[]>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({ row: rowNumber }),
  }),
  /** Takes a decision back that was never sent. */
  'review.undo': procedure<Operation>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ op: z.string().min(1).max(100) }),
  }),
};

/** The decision that waits on a candidate. */
export interface WaitingDecision extends ReviewPayload {
  readonly op: string;
  readonly state: OperationState;
  /** Why it needs the person: what the service said, or what its candidate has become. */
  readonly error: Operation['error'];
  readonly conflict: Operation['conflict'];
  /** Whether it can be taken back: it was never sent. */
  readonly undoable: boolean;
  /** The service's record that was decided on. */
  readonly decidedOn: JsonObject;
}

/** Everything that a decision on one candidate needs. */
export interface ReviewCard extends FindingView {
  /** Names the service's record as this card shows it; a decision carries it back. */
  readonly fingerprint: string;
  readonly decision: WaitingDecision | null;
}

/** Why a finding is like a candidate. */
export type Likeness = 'title' | 'words' | 'asset' | 'cwe';

/** A finding of the same engagement that a candidate may repeat. */
export interface SimilarFinding {
  readonly row: number;
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly status: string;
  readonly candidate: boolean;
  /** From 0 to 100. */
  readonly score: number;
  readonly why: readonly Likeness[];
}
