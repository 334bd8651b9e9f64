import type { reviewProcedures } from '#contract/procedures/findings/review.ts';
import { reviewCandidate } from '#features/review/review.ts';
import { undoReview } from '#features/review/undo.ts';
import { operationView } from '#engine/outbox/view/operation-view.ts';
import type { HostStoreHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of the review of candidates. */
export const reviewHandlers: HostStoreHandlers<typeof reviewProcedures> = {
  'candidate.review': (ctx, { id, decision, comment, fingerprint }) => {
    const payload = { decision, ...(comment === undefined ? {} : { comment }) };
    return operationView(ctx, reviewCandidate(ctx, id, payload, fingerprint));
  },
  'review.undo': (ctx, { op }) => operationView(ctx, undoReview(ctx, op)),
};
