import type { peerReviewProcedures } from '#contract/procedures/findings/peer-review.ts';
import { addComment, changeComment, removeComment, restoreComment } from '#features/peer-review/comments.ts';
import { viewFinding } from '#engine/outbox/view/finding-view.ts';
import { keepChanges } from '#features/peer-review/ready-snapshot.ts';
import { markFindings } from '#features/peer-review/working-state.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import { bindStore } from '../bind-store.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of working states and comments. */
export function peerReviewHandlers(accounts: Accounts): HostHandlers<typeof peerReviewProcedures> {
  return bindStore(() => accounts.current().ctx, {
    'state.set': (ctx, input, { signal }) => markFindings(ctx, input, signal),
    'ready.keep': (ctx, { id, seen }) => {
      keepChanges(ctx, id, seen);
      return viewFinding(ctx, id);
    },
    'comment.add': addComment,
    'comment.change': changeComment,
    'comment.remove': (ctx, { comment }) => removeComment(ctx, comment),
    'comment.restore': restoreComment,
  });
}
