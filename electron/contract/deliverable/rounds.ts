import { z } from 'zod';
import type { Operation } from '../finding/operation.ts';
import { verdicts, type Verdict } from '../value-lists.ts';

/*
 * Retests: an engagement has rounds, and each round a verdict on the findings that were looked at again. They exist here
 * only; the service learns of a retest through the status alone.
 */

export { verdicts, type Verdict };

/** A round as a report prints it. `number` counts from 1 within the engagement. */
export const ReportRound = z.object({
  number: z.int().min(1),
  name: z.string(),
  /** First and last day; empty if not said. */
  begins: z.string(),
  ends: z.string(),
  note: z.string(),
});
export type ReportRound = z.infer<typeof ReportRound>;

/** A round and how far it is. Findings that are gone are not counted. */
export interface Round extends ReportRound {
  readonly counts: Readonly<Record<Verdict, number>>;
  /** Findings without a verdict in this round. */
  readonly none: number;
  readonly images: number;
}

/** What a round found out about a finding. */
export interface GivenVerdict {
  readonly verdict: Verdict;
  /** The day of the retest. */
  readonly at: string;
  readonly who: string;
  readonly text: string;
  /** When it was entered. */
  readonly setAt: string;
}

/** A finding beside what a round found out about it; null: nothing yet. */
export interface RoundFinding {
  readonly id: string;
  readonly title: string;
  readonly severity: string;
  readonly given: GivenVerdict | null;
}

/** What a round has to say of one finding. */
export interface FindingRound extends ReportRound {
  readonly given: GivenVerdict | null;
  readonly images: number;
  /** Why no verdict can be set on the finding; null if one can. */
  readonly refused: string | null;
  /** The status that goes with the verdict, if the finding can have it and does not. */
  readonly offered: string | null;
}

/** A finding that was left out, and why. */
export interface OmittedFinding {
  readonly id: string;
  readonly reason: string;
}

/** What became of a setting. */
export interface VerdictsSet {
  /** Names the setting for `verdict.undo`; null if nothing was to be changed. */
  readonly setting: number | null;
  readonly changed: number;
  /** Findings that had it so already. */
  readonly same: number;
  readonly left_out: readonly OmittedFinding[];
  readonly operations: readonly Operation[];
  /** The status that goes with the verdict, as the profile names it; null if none does. */
  readonly offered: string | null;
  /** Findings whose status was not queued. */
  readonly status_left_out: readonly OmittedFinding[];
}

/** What a setting would do. */
export interface VerdictsPreview {
  /** Findings that get their first verdict of this round. */
  readonly fresh: number;
  /** Findings whose verdict would be another one, by the one that they have. */
  readonly replaced: Readonly<Record<Verdict, number>>;
  /** Findings that keep the verdict and get other words. */
  readonly reworded: number;
  readonly same: number;
  readonly left_out: readonly OmittedFinding[];
  readonly offered: string | null;
  readonly status: number;
  readonly status_left_out: readonly OmittedFinding[];
}
