import type { peerReviewProcedures } from '#contract/procedures/findings/peer-review.ts';
import { assignFindings } from '#features/peer-review/assignee.ts';
import { addComment, changeComment, removeComment, restoreComment } from '#features/peer-review/comments.ts';
import { viewFinding } from '#engine/outbox/view/finding-view.ts';
import { keepChanges } from '#features/peer-review/ready-snapshot.ts';
import { markFindings } from '#features/peer-review/working-state.ts';
import type { HostStoreHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of working states and comments. */
export const peerReviewHandlers: HostStoreHandlers<typeof peerReviewProcedures> = {
  'state.set': (ctx, input, { signal }) => markFindings(ctx, input, signal),
  'assignee.set': assignFindings,
  'ready.keep': (ctx, { id, seen }) => {
    keepChanges(ctx, id, seen);
    return viewFinding(ctx, id);
  },
  'comment.add': addComment,
  'comment.change': changeComment,
  'comment.remove': (ctx, { comment }) => removeComment(ctx, comment),
  'comment.restore': restoreComment,
};
