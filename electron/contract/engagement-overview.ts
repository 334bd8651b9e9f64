import type { CopyState, FactName } from './engagement.ts';
import type { Verdict } from './value-lists.ts';

/** Findings that share something, and the query whose list holds just these. */
export interface CountedFindings {
  /** As it is written; empty for findings that say nothing there. */
  readonly name: string;
  readonly query: string;
  readonly findings: number;
}

/** Findings of one asset, with the worst severity that any of them has. */
export interface CountedAsset extends CountedFindings {
  readonly severity: string;
}

/** How far a round of retests is: a number for each verdict, and of findings that have none. */
export interface CountedRound {
  readonly round: number;
  readonly name: string;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly none: number;
}

/**
 * An engagement in numbers, each that of a list. Findings that were deleted on the service count nowhere. How the check
 * stands takes longer, and is asked for by itself (`report.check`).
 */
export interface EngagementOverview {
  readonly project: string;
  readonly findings: number;
  /** Those of the profile in its order, also without findings, then any others. */
  readonly severities: readonly CountedFindings[];
  /** Those that findings have: in the order of the profile, then any others. */
  readonly statuses: readonly CountedFindings[];
  /** How many assets the findings name. */
  readonly assets: number;
  /** The first of them, the worst one first. */
  readonly worst: readonly CountedAsset[];
  /** Candidates that are still to be accepted or rejected. */
  readonly candidates: number;
  /** Findings with changes that the service does not have yet, whatever became of them. */
  readonly pending: number;
  readonly held: number;
  readonly conflicts: number;
  readonly refused: number;
  /** Findings with a change of which nobody knows yet whether it arrived. */
  readonly unconfirmed: number;
  /** The rounds by their numbers. */
  readonly retest: readonly CountedRound[];
  /** Lines of the scope to which no finding belongs, as they are written. */
  readonly uncovered: readonly string[];
  /** What a report needs and the engagement does not say yet, in the order of the form. */
  readonly missing: readonly FactName[];
  /** Last day of the tests; empty if it is not known. */
  readonly ends: string;
  /** Days until then: 0 on the day itself, less than 0 afterwards; null if it is not known. */
  readonly daysLeft: number | null;
  /** ISO 8601; null before the first sync. */
  readonly lastSyncedAt: string | null;
  readonly copy: CopyState;
}

/** What lists the findings behind each of these numbers. */
export const overviewQueries = {
  findings: '',
  pending: 'is:pending',
  held: 'is:held',
  conflicts: 'is:conflict',
  refused: 'is:rejected',
  unconfirmed: 'is:unknown',
} as const satisfies Partial<Record<keyof EngagementOverview, string>>;
