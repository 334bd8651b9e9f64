import { isGeneration } from '#contract/finding/operation.ts';
import { itemsInState } from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '../context.ts';
import { mayHaveRun } from './operations/assistant-strings.ts';
import { markUnknown } from '../outbox/operation-state.ts';

/**
 * Marks operations that were being sent when the program ended as unknown; their in-doubt window starts now. Call it
 * before each sync and on opening a store.
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
