import { z } from 'zod';
import { groupChoices, skippable, type LeftOutKind, type UnfitKind } from './choices.ts';

/* Which findings of an engagement a deliverable prints. */

const findingIds = z.array(z.string().min(1).max(1_000)).max(100_000);

/**
 * The choice of findings. What is rejected, a draft or a false positive is left out unless `include` names it; `exclude`
 * wins over everything.
 */
export const selectionOptions = {
  /** Prints only what this query finds, beside what `include` names. */
  query: z.string().trim().min(1, 'the query is empty').max(10_000).optional(),
  include: findingIds.optional(),
  exclude: findingIds.optional(),
  /** Which kinds are left out; all of them if this is not given. */
  skip: z.array(z.enum(skippable)).max(skippable.length).optional(),
  /** Prints equal findings as one with its places; each by itself if this is not given. */
  group: z.enum(groupChoices).optional(),
};

/** The choice of findings of a call, or of an engagement. */
export const ReportSelection = z.object(selectionOptions);
export type ReportSelection = z.infer<typeof ReportSelection>;

/** A finding that a report leaves out, and why. */
export interface LeftOutFinding {
  readonly id: string;
  readonly reason: string;
}

/** As an edition keeps what it left out, beside its options. */
export const KeptLeftOut = z.object({ leftOut: z.array(z.object({ id: z.string(), reason: z.string() })) });

/** A finding as the choice of findings shows it. */
export interface SelectedFinding {
  readonly id: string;
  readonly title: string;
  /** As it is written. */
  readonly severity: string;
  readonly score: number | null;
  /** The number that it has in the report; null if it is left out. */
  readonly number: string | null;
  /** Of findings that are printed as one it is the same. Whether it went out with an edition, so that it stays. */
  readonly numberKept: boolean;
  /** Whether the user put it in its place by hand. */
  readonly placed: boolean;
  /** Why it is left out unless it is included by hand; null if its state is no reason. */
  readonly unfit: UnfitKind | null;
  /** Why it is left out; null if the report prints it. */
  readonly leftOut: { readonly kind: LeftOutKind; readonly reason: string } | null;
}

/** What a report prints, in which order, and what it leaves out. */
export interface SelectedFindings {
  readonly printed: number;
  readonly total: number;
  /** The numbers in words: `20 of 24 findings; 4 left out: 3 rejected, 1 excluded by hand`. */
  readonly summary: string;
  /** In the order of the report; what is left out stands where it would be printed. */
  readonly findings: readonly SelectedFinding[];
}
