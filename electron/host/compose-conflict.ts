import { settleConflicts, undoConflicts } from '#services/queue/conflicts.ts';
import { resolveConflict } from '#services/queue/resolve.ts';
import { SettledLog } from '#services/queue/take-back.ts';
import { operationView } from '#services/queue/view.ts';
import type { Accounts } from './accounts.ts';
import type { CallContext, Handlers } from './dispatch.ts';

/** What a person settles (`#contract/conflict.ts`). Answers can be taken back as long as this host lives. */
export function conflictHandlers(
  accounts: Accounts,
): Pick<Handlers, 'conflict.settle' | 'conflict.undo' | 'queue.resolve'> {
  const log = new SettledLog();
  return {
    'conflict.settle': (input, context) =>
      settleConflicts(accounts.current().place, log, input, goingOf(context)),
    'conflict.undo': (input, context) =>
      undoConflicts(accounts.current().place, log, input, goingOf(context)),
    'queue.resolve': ({ op, choice, finding, stamp }) => {
      const { place } = accounts.current();
      return operationView(place, resolveConflict(place, log, op, choice, { finding, stamp }));
    },
  };
}

function goingOf(context: CallContext): Parameters<typeof settleConflicts>[3] {
  const { signal } = context;
  return { signal, progress: (done, total) => context.progress({ kind: 'answers', done, total }) };
}
