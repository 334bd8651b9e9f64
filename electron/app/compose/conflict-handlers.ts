import { settleConflicts, settledLast, undoConflicts } from '#engine/conflicts/conflicts.ts';
import { resolveConflict } from '#engine/conflicts/resolve.ts';
import { operationView } from '#engine/outbox/operation-view.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { CallContext, Handlers } from '../rpc/dispatch.ts';

/** What a person settles (`#contract/conflict.ts`). */
export function conflictHandlers(
  accounts: Accounts,
): Pick<Handlers, 'conflict.settle' | 'conflict.undo' | 'conflict.settled' | 'queue.resolve'> {
  return {
    'conflict.settle': (input, context) => settleConflicts(accounts.current().place, input, goingOf(context)),
    'conflict.undo': (input, context) => undoConflicts(accounts.current().place, input, goingOf(context)),
    'conflict.settled': () => settledLast(accounts.current().place),
    'queue.resolve': ({ op, choice, finding, stamp }) => {
      const { place } = accounts.current();
      return operationView(place, resolveConflict(place, op, choice, { finding, stamp }));
    },
  };
}

function goingOf(context: CallContext): Parameters<typeof settleConflicts>[2] {
  const { signal } = context;
  return { signal, progress: (done, total) => context.progress({ kind: 'answers', done, total }) };
}
