import type { reviewInputs } from '#contract/review.ts';
import { findingAt, listReviews, reviewCard } from '#services/candidates/list.ts';
import { reviewCandidate } from '#services/candidates/review.ts';
import { similarFindings } from '#services/candidates/similar.ts';
import { undoReview } from '#services/candidates/undo.ts';
import { operationView } from '#services/queue/view.ts';
import type { Accounts } from './accounts.ts';
import type { Handlers } from './dispatch.ts';

/** The procedures that decide on candidates (`#contract/review.ts`), the terminal's among them. */
export function reviewHandlers(
  accounts: Accounts,
): Pick<Handlers, keyof typeof reviewInputs | 'candidate.review'> {
  return {
    'candidate.review': ({ id, decision, comment, stamp }) => {
      const { place } = accounts.current();
      const payload = { decision, ...(comment === undefined ? {} : { comment }) };
      return operationView(place, reviewCandidate(place, id, payload, stamp));
    },
    'review.list': ({ project }) => listReviews(accounts.current().place, project),
    'review.card': ({ row }) => reviewCard(accounts.current().place, row),
    'review.similar': ({ row }) => {
      const { place } = accounts.current();
      const { finding, project } = findingAt(place, row);
      return similarFindings(place.db, finding, project);
    },
    'review.undo': ({ op }) => {
      const { place } = accounts.current();
      return operationView(place, undoReview(place, op));
    },
  };
}
