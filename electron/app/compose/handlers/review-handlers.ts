import type { reviewProcedures } from '#contract/procedures/findings/review.ts';
import { reviewCandidate } from '#features/review/review.ts';
import { undoReview } from '#features/review/undo.ts';
import { operationView } from '#engine/outbox/view/operation-view.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { bindStore } from '../bind-store.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of the review of candidates. */
export function reviewHandlers(accounts: Accounts): HostHandlers<typeof reviewProcedures> {
  return bindStore(() => accounts.current().ctx, {
    'candidate.review': (ctx, { id, decision, comment, fingerprint }) => {
      const payload = { decision, ...(comment === undefined ? {} : { comment }) };
      return operationView(ctx, reviewCandidate(ctx, id, payload, fingerprint));
    },
    'review.undo': (ctx, { op }) => operationView(ctx, undoReview(ctx, op)),
  });
}
