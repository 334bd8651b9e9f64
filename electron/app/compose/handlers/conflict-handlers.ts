import type { conflictProcedures } from '#contract/procedures/findings/conflict.ts';
import { resolveConflicts, lastResolutionView, undoResolutions } from '#engine/conflicts/conflicts.ts';
import type { CallContext, HostStoreHandlers } from '../../rpc/dispatch.ts';

/** The host's procedures that settle conflicts. */
export const conflictHandlers: HostStoreHandlers<typeof conflictProcedures> = {
  'conflict.settle': (ctx, input, context) => resolveConflicts(ctx, input, goingOf(context)),
  'conflict.undo': (ctx, input, context) => undoResolutions(ctx, input, goingOf(context)),
  'conflict.settled': lastResolutionView,
};

function goingOf(context: CallContext): Parameters<typeof resolveConflicts>[2] {
  const { signal } = context;
  return { signal, progress: (done, total) => context.progress({ kind: 'answers', done, total }) };
}
