import { reviewCandidate } from '#services/candidates/review.ts';
import { undoReview } from '#services/candidates/undo.ts';
import { operationView } from '#services/queue/view.ts';
import type { Accounts } from './accounts.ts';
import type { Handlers } from './dispatch.ts';

/** The procedures that decide on candidates; what is read for that is answered in `compose-reading.ts`. */
export function reviewHandlers(accounts: Accounts): Pick<Handlers, 'candidate.review' | 'review.undo'> {
  return {
    'candidate.review': ({ id, decision, comment, stamp }) => {
      const { place } = accounts.current();
      const payload = { decision, ...(comment === undefined ? {} : { comment }) };
      return operationView(place, reviewCandidate(place, id, payload, stamp));
    },
    'review.undo': ({ op }) => {
      const { place } = accounts.current();
      return operationView(place, undoReview(place, op));
    },
  };
}
