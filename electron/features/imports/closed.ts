import type { FindingRow } from '#contract/finding/finding.ts';
import type { ClosedDecision } from '#contract/procedures/findings/import.ts';
import { hasRole, pendingRetest, statusFor } from '#domain/deliverable/selection.ts';
import { isCandidate, textOf } from '#domain/finding/record.ts';
import type { ReadContext } from '#engine/context.ts';
import { eligibilityFacts, ineligibility } from '#engine/outbox/eligibility.ts';

/** The status that a finding gets by each choice that fits it. */
export type StatusChoices = ReadonlyMap<Exclude<ClosedDecision, 'leave'>, string>;

/** Which choices a closed finding leaves: not its status of now, and none if it may not be edited. */
export function statusChoices(ctx: ReadContext, finding: FindingRow): StatusChoices {
  const facts = eligibilityFacts(ctx.db, finding);
  const choices = new Map<Exclude<ClosedDecision, 'leave'>, string>();
  if (facts === null || ineligibility(ctx, finding, { kind: 'edit-many' }, facts) !== null) return choices;
  // A candidate takes its status from a review alone.
  if (isCandidate(facts.effective, ctx.profile)) return choices;
  const status = textOf(facts.effective, 'status');
  const open = statusFor('open', ctx.profile);
  if (open !== null && !hasRole(status, 'open', ctx.profile)) choices.set('reopen', open);
  const waiting = pendingRetest(ctx.profile);
  if (status !== waiting) choices.set('retest', waiting);
  return choices;
}
