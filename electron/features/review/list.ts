import type { ProcedureAnswers } from '#contract/procedures/index.ts';
import type { FindingRow } from '#contract/finding/finding.ts';
import type { ReviewCard, WaitingDecision } from '#contract/procedures/findings/review.ts';
import { DossierError } from '#contract/error.ts';
import { parseQuery } from '#domain/query/parse.ts';
import { hasEngagement } from '#db/tables/engagements.ts';
import { findOperation, openItemsOf } from '#db/tables/outbox/operations.ts';
import { knownIdentity, shownId } from '#db/tables/findings/records.ts';
import { askedOf } from '#db/tables/outbox/reviews.ts';
import { readTransaction } from '#db/store/transaction.ts';
import type { ReadContext } from '#engine/context.ts';
import { readBase } from '#engine/record/merge-base.ts';
import { noEngagement } from '#engine/record/engagements.ts';
import { viewFinding } from '#engine/outbox/view/finding-view.ts';
import { packRows } from '#engine/search/pack-rows.ts';
import { queryError, queryAgain } from '#engine/search/query.ts';
import { seenOf } from '#engine/push/operations/delete.ts';
import { payloadOf } from '#engine/push/operations/review.ts';
import { operationView } from '#engine/outbox/view/operation-view.ts';
import { digest } from '#engine/intake/apply-record.ts';
import { isUndoable } from './undo.ts';

/**
 * The candidates of an engagement that wait for the person, and how many were decided on. One that is to be deleted
 * waits for nobody.
 *
 * @throws DossierError `not-found` (no such engagement)
 */
export function listReviews(ctx: ReadContext, project: string): ProcedureAnswers['review.list'] {
  const { db } = ctx;
  if (!hasEngagement(db, project)) throw noEngagement(project);
  return readTransaction(db, () => {
    const { findings, waits, came, decided } = candidatesOf(ctx, project);
    return {
      rows: packRows(findings.filter(waits)),
      returned: packRows(findings.filter(came)),
      accepted: packRows(findings.filter((finding) => decided(finding, 1))),
      rejected: packRows(findings.filter((finding) => decided(finding, 0))),
      total: findings.length,
    };
  });
}

/** How many candidates of an engagement wait for the person, in the caller's transaction. */
export function countToReview(ctx: ReadContext, project: string): number {
  const { findings, waits } = candidatesOf(ctx, project);
  return findings.filter(waits).length;
}

/** The candidates of an engagement, and how the decision on each stands. */
function candidatesOf(
  { db, clock, profile }: ReadContext,
  project: string,
): {
  readonly findings: Uint32Array;
  readonly waits: (finding: number) => boolean;
  readonly came: (finding: number) => boolean;
  readonly decided: (finding: number, accepted: 0 | 1) => boolean;
} {
  const parsed = parseQuery('is:candidate');
  if (parsed.kind === 'broken') throw queryError(parsed);
  const { query } = parsed;
  const { findings } = queryAgain(db, { project, query, nowMs: clock.wallMs(), profile });
  const asked = new Map(askedOf(db, project).map((row) => [row.finding as number, row]));
  const came = (finding: number): boolean => {
    const row = asked.get(finding);
    return row?.decided === 1 && row.stuck === 1 && row.removal === 0;
  };
  return {
    findings,
    came,
    waits: (finding) => asked.get(finding) === undefined || came(finding),
    decided: (finding, accepted) => !came(finding) && asked.get(finding)?.accepted === accepted,
  };
}

/**
 * All that a decision on one candidate needs, as one state of the store. A finding that is no candidate any more is
 * shown as it is, so that a user who had it open sees what became of it.
 *
 * @throws DossierError `not-found`
 */
export function reviewCard(ctx: ReadContext, row: number): ReviewCard {
  const { db, profile } = ctx;
  return readTransaction(db, () => {
    const { finding, id } = findingAt(ctx, row);
    return {
      ...viewFinding(ctx, id),
      fingerprint: digest(readBase(db, finding) ?? {}, profile),
      decision: waitingDecision(ctx, finding),
    };
  });
}

/** The finding of a row number that a page names. @throws DossierError `not-found` */
export function findingAt(
  { db }: Pick<ReadContext, 'db'>,
  row: number,
): { readonly finding: FindingRow; readonly project: string; readonly id: string } {
  const identity = knownIdentity(db, row);
  if (identity === null) throw new DossierError('not-found', 'This candidate is not here any more.');
  return { finding: identity.finding, project: identity.project, id: shownId(identity) };
}

function waitingDecision(ctx: ReadContext, finding: FindingRow): WaitingDecision | null {
  const item = openItemsOf(ctx.db, finding).find(({ kind }) => kind === 'review');
  const operation = item === undefined ? null : findOperation(ctx.db, item.op);
  if (item === undefined || operation === null) return null;
  const { state, error, conflict } = operationView(ctx, operation);
  return {
    op: item.op,
    ...payloadOf(item),
    state,
    error,
    conflict,
    undoable: isUndoable(item),
    decidedOn: seenOf(item),
  };
}
