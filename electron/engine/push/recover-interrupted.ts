import { isGeneration } from '#contract/operation.ts';
import { itemsInState } from '#db/tables/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '../context.ts';
import { mayHaveRun } from './operations/assistant-strings.ts';
import { markUnknown } from '../outbox/operation-state.ts';

/**
 * To be called when a store is opened for writing and before each sync, while nothing is being sent: what was
 * being sent when the program ended, or when the store failed in the middle of a run, may or may not have reached
 * the service. Its quiet time starts now, because nobody knows when the connection ended.
 *
 * @returns how many operations were found so
 */
export function recoverInterrupted(ctx: ServiceContext): number {
  return transaction(ctx.db, () => {
    // A question to the assistant takes minutes, and syncs run meanwhile.
    const interrupted = itemsInState(ctx.db, 'sending').filter(({ seq }) => !ctx.order.asking.has(seq));
    for (const item of interrupted) {
      // Nothing that is read tells whether the assistant ran: that is for a person from the start.
      if (isGeneration(item.kind)) {
        markUnknown(ctx, item, `The program ended while it was being sent. ${mayHaveRun}`, {
          needsPerson: 1,
        });
      } else markUnknown(ctx, item, 'the program ended while it was being sent');
    }
    return interrupted.length;
  });
}
