import type { peerReviewProcedures } from '#contract/procedures/findings/peer-review.ts';
import { addComment, changeComment, removeComment, restoreComment } from '#features/peer-review/comments.ts';
import { viewFinding } from '#engine/outbox/view/finding-view.ts';
import { keepChanges } from '#features/peer-review/ready-snapshot.ts';
import { markFindings } from '#features/peer-review/working-state.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of working states and comments. */
export function peerReviewHandlers(accounts: Accounts): HostHandlers<typeof peerReviewProcedures> {
  return {
    'state.set': (input, { signal }) => markFindings(accounts.current().ctx, input, signal),
    'ready.keep': ({ id, seen }) => {
      const { ctx } = accounts.current();
      keepChanges(ctx, id, seen);
      return viewFinding(ctx, id);
    },
    'comment.add': (input) => addComment(accounts.current().ctx, input),
    'comment.change': (input) => changeComment(accounts.current().ctx, input),
    'comment.remove': ({ comment }) => removeComment(accounts.current().ctx, comment),
    'comment.restore': (comment) => restoreComment(accounts.current().ctx, comment),
  };
}
