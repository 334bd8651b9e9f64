import type { ActivityKind, RefusedAction } from '#contract/procedures/program/activity.ts';

/** What the service answered last to an action: in an engagement, or (null) about the account. */
export interface LastAnswer {
  readonly kind: ActivityKind;
  readonly project: string | null;
  /** For want of permission (403); false: carried out. */
  readonly refused: boolean;
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/**
 * Actions that the service does not permit as far as is known: the last answer to each was a 403, and neither a sign-in
 * nor other rights came since.
 *
 * @param callerSince since when the service describes the user as now; null if that is not known
 */
export function refusedActions(answers: readonly LastAnswer[], callerSince: string | null): RefusedAction[] {
  return answers
    .filter(({ refused, at }) => refused && (callerSince === null || at >= callerSince))
    .map(({ kind, project, at }) => ({ kind, project, since: at }));
}
