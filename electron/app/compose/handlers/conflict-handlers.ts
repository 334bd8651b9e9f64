import { resolveConflicts, lastResolutionView, undoResolutions } from '#engine/conflicts/conflicts.ts';
import { resolveConflict } from '#engine/conflicts/resolve.ts';
import { operationView } from '#engine/outbox/view/operation-view.ts';
import type { Accounts } from '../../accounts/accounts.ts';
import type { CallContext, Handlers } from '../../rpc/dispatch.ts';

/** What a person settles (`#contract/conflict.ts`). */
export function conflictHandlers(
  accounts: Accounts,
): Pick<Handlers, 'conflict.settle' | 'conflict.undo' | 'conflict.settled' | 'queue.resolve'> {
  return {
    'conflict.settle': (input, context) => resolveConflicts(accounts.current().ctx, input, goingOf(context)),
    'conflict.undo': (input, context) => undoResolutions(accounts.current().ctx, input, goingOf(context)),
    'conflict.settled': () => lastResolutionView(accounts.current().ctx),
    'queue.resolve': ({ op, choice, finding, stamp }) => {
      const { ctx } = accounts.current();
      return operationView(ctx, resolveConflict(ctx, op, choice, { finding, stamp }));
    },
  };
}

function goingOf(context: CallContext): Parameters<typeof resolveConflicts>[2] {
  const { signal } = context;
  return { signal, progress: (done, total) => context.progress({ kind: 'answers', done, total }) };
}
