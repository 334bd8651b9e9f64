import { DossierError } from '#contract/error.ts';
import type { JsonObject } from '#contract/json.ts';
import type { ReviewPayload } from '#contract/finding/operation.ts';
import { stringify } from '#domain/base/json.ts';
import {
  openItemsOf,
  writtenOperation,
  type OpenItem,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { readBase } from '#engine/record/merge-base.ts';
import { findingNamed } from '#engine/outbox/edit.ts';
import { ineligibility, ineligibilitySentence } from '#engine/outbox/eligibility.ts';
import { enqueueReview, markReviewed } from '#engine/outbox/review.ts';
import { payloadOf } from '#engine/push/operations/review.ts';
import { moveItem, requeue } from '#engine/outbox/operation-state.ts';
import { digest } from '#engine/intake/apply-record.ts';
import { isUndoable } from './undo.ts';

/**
 * Queues a decision on a candidate. It keeps the record as the user saw it, with all digits of the review version. It
 * goes behind pending edits of the same candidate ("edit, then accept").
 *
 * @param fingerprint names the record that the user saw (`review.card`). With it, a decision that came back or was never sent
 *   gives way to this one, and the candidate is read. Without it, any pending decision blocks.
 * @throws DossierError `not-found`, `wrong-state` (no pending candidate, gone, or a decision waits already),
 *   `outdated` (the service's record is another one than the fingerprint names)
 */
export function reviewCandidate(
  ctx: ServiceContext,
  id: string,
  payload: ReviewPayload,
  fingerprint?: string,
): OperationRow {
  const { db } = ctx;
  return transaction(db, () => {
    const { finding, project } = findingNamed(ctx, id);
    const base = readBase(db, finding);
    if (fingerprint !== undefined && digest(base ?? {}, ctx.profile) !== fingerprint) {
      throw new DossierError('outdated', `${id} has changed on the service since it was shown.`);
    }
    const why = ineligibility(ctx, finding, { kind: 'review' });
    if (why !== null) throw new DossierError('wrong-state', ineligibilitySentence(id, why));
    if (base === null) throw new Error(`finding row ${String(finding)} is a candidate without a record`);
    if (fingerprint !== undefined) markReviewed(ctx, finding);
    const open = openItemsOf(db, finding);
    const waiting = open.find((item) => item.kind === 'review');
    if (waiting !== undefined) {
      if (fingerprint === undefined || !mayGiveWay(waiting)) throw waitsAlready(id, waiting.op);
      // An edit that was made since is to go out before the decision.
      const isLast = open.at(-1) === waiting;
      if (isLast && isSame(payloadOf(waiting), payload)) return standBy(ctx, waiting, base);
      moveItem(ctx, waiting, { state: 'discarded', conflictJson: null }, 'superseded');
    }
    return writtenOperation(db, enqueueReview(ctx, { finding, project, base, payload }).op);
  });
}

/**
 * The same decision once more, over the record as it is now. It stays the same operation: what an earlier send of it
 * may have reached is told from its attempts.
 */
function standBy(ctx: ServiceContext, item: OpenItem, base: JsonObject): OperationRow {
  if (item.state === 'conflict' || item.state === 'rejected') {
    requeue(ctx, item, 'resolved', { seenJson: stringify(base) });
  }
  return writtenOperation(ctx.db, item.op);
}

/** A decision that the service may be answering right now, or has taken already, is never replaced. */
function mayGiveWay(item: OpenItem): boolean {
  return item.state === 'conflict' || item.state === 'rejected' || isUndoable(item);
}

function isSame(one: ReviewPayload, other: ReviewPayload): boolean {
  return one.decision === other.decision && (one.comment ?? '') === (other.comment ?? '');
}

function waitsAlready(id: string, op: string): DossierError {
  return new DossierError(
    'wrong-state',
    `A decision on ${id} is already pending: operation ${op}. Discard it to decide again.`,
  );
}
