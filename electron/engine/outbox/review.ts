import type { FindingRow } from '#contract/finding/finding.ts';
import type { ReviewPayload } from '#contract/finding/operation.ts';
import type { JsonObject } from '#contract/json.ts';
import { stringify } from '#domain/base/json.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { isUnread, writeReadMark } from '#db/tables/findings/read-marks.ts';
import { insertItem, insertOperation } from '#db/tables/outbox/operations.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { refreshListRow } from '../record/list-rows.ts';
import type { OpenedOperation } from './bulk-status.ts';

/** A decision on one candidate. */
export interface CandidateDecision {
  readonly finding: FindingRow;
  readonly project: string;
  /** The service's record that the user saw. */
  readonly base: JsonObject;
  readonly payload: ReviewPayload;
}

/** Puts a decision at the end of the outbox, in the caller's transaction. It keeps the record as the user saw it. */
export function enqueueReview(
  ctx: ServiceContext,
  { finding, project, base, payload }: CandidateDecision,
): OpenedOperation {
  const { db } = ctx;
  const at = nowIso(ctx);
  const op = ctx.ids.next();
  const seq = insertOperation(db, {
    op,
    kind: 'review',
    project,
    createdAt: at,
    payloadJson: stringify({
      decision: payload.decision,
      ...(payload.comment === undefined ? {} : { comment: payload.comment }),
    }),
  });
  insertItem(db, { seq, finding, patchJson: '{}', basesJson: '{}', seenJson: stringify(base) });
  recordHistory(db, finding, {
    at,
    what: 'review-asked',
    op,
    detailJson: stringify({ decision: payload.decision }),
  });
  refreshListRow(db, finding, { profile: ctx.profile, nowIso: at });
  return { op, seq };
}

/** Who decides on what was shown has read it. */
export function markReviewed(ctx: ServiceContext, finding: FindingRow): void {
  if (isUnread(ctx.db, finding)) writeReadMark(ctx.db, finding, nowIso(ctx));
}
