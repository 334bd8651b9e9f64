import type { FindingRow } from '#contract/finding/finding.ts';
import type { Verdict } from '#contract/deliverable/rounds.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { hasRole, statusFor } from '#domain/deliverable/selection.ts';
import { reportRowsOf, statusesOf, withoutVerdicts, type ReportRow } from '#db/tables/reports/preflight.ts';
import { decisionsOf } from '#db/tables/outbox/reviews.ts';
import type { ReadContext } from '#engine/context.ts';
import { rejectionOf } from '#engine/record/rejection.ts';

type Place = Pick<ReadContext, 'db' | 'profile'>;

/** The status that goes with a verdict, as the profile names it; null if none does. */
export function statusAfter(verdict: Verdict, profile: ServiceProfile): string | null {
  switch (verdict) {
    case 'fixed':
      return statusFor('closed', profile);
    case 'open':
      return statusFor('open', profile);
    case 'partly':
    case 'not-retested':
      return null;
  }
}

/** Says of findings of an engagement why no verdict can be set on them; null if one can. */
export function verdictBarrier(
  { db, profile }: Place,
  project: string,
  findings: readonly FindingRow[],
): (finding: FindingRow) => string | null {
  const rows = new Map(reportRowsOf(db, findings).map((row) => [row.finding, row]));
  const decisions = new Map(decisionsOf(db, project).map((row) => [row.finding, row]));
  return (finding) => {
    const row = rows.get(finding);
    if (row === undefined) return null;
    const decision = decisions.get(finding);
    if (rejectionOf(decision) !== null || hasRole(row.status, 'rejected', profile)) return 'it was rejected';
    return isUndecided(row, decision?.decision) ? 'it is a pending candidate: decide with "review"' : null;
  };
}

function isUndecided({ candidate }: ReportRow, decision: 'accept' | 'reject' | undefined): boolean {
  return candidate === 1 && decision !== 'accept';
}

/** Findings of an engagement on which no verdict can be set, gone ones left aside. */
export function barredFindings(ctx: Place, project: string): Set<FindingRow> {
  const { db, profile } = ctx;
  const rejected = statusesOf(db, project).filter((status) => hasRole(status, 'rejected', profile));
  const decided = decisionsOf(db, project).flatMap((row) => (rejectionOf(row) === null ? [] : [row.finding]));
  const suspects = [...new Set([...withoutVerdicts(db, project, rejected), ...decided])];
  const why = verdictBarrier(ctx, project, suspects);
  return new Set(suspects.filter((finding) => why(finding) !== null));
}
