import { reviewCandidate } from '#features/review/review.ts';
import { undoReview } from '#features/review/undo.ts';
import { operationView } from '#engine/outbox/view/operation-view.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Handlers } from '../../rpc/dispatch.ts';

/** The procedures that decide on candidates; what is read for that is answered in `compose-reading.ts`. */
export function reviewHandlers(accounts: Accounts): Pick<Handlers, 'candidate.review' | 'review.undo'> {
  return {
    'candidate.review': ({ id, decision, comment, stamp }) => {
      const { ctx } = accounts.current();
      const payload = { decision, ...(comment === undefined ? {} : { comment }) };
      return operationView(ctx, reviewCandidate(ctx, id, payload, stamp));
    },
    'review.undo': ({ op }) => {
      const { ctx } = accounts.current();
      return operationView(ctx, undoReview(ctx, op));
    },
  };
}
