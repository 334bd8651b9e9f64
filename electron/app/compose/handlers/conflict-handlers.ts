import type { conflictProcedures } from '#contract/procedures/findings/conflict.ts';
import { resolveConflicts, lastResolutionView, undoResolutions } from '#engine/conflicts/conflicts.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { CallContext, HostHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures that settle conflicts. */
export function conflictHandlers(accounts: Accounts): HostHandlers<typeof conflictProcedures> {
  return {
    'conflict.settle': (input, context) => resolveConflicts(accounts.current().ctx, input, goingOf(context)),
    'conflict.undo': (input, context) => undoResolutions(accounts.current().ctx, input, goingOf(context)),
    'conflict.settled': () => lastResolutionView(accounts.current().ctx),
  };
}

function goingOf(context: CallContext): Parameters<typeof resolveConflicts>[2] {
  const { signal } = context;
  return { signal, progress: (done, total) => context.progress({ kind: 'answers', done, total }) };
}
