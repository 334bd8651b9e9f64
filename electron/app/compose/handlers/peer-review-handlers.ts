import type { peerReviewProcedures } from '#contract/procedures/peer-review.ts';
import { markFindings } from '#features/peer-review/working-state.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { HostHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures of working states and comments. */
export function peerReviewHandlers(accounts: Accounts): HostHandlers<typeof peerReviewProcedures> {
  return {
    'state.set': (input, { signal }) => markFindings(accounts.current().ctx, input, signal),
  };
}
