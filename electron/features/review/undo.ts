import { DossierError } from '#contract/error.ts';
import {
  findOperation,
  itemsOf,
  writtenItem,
  type ItemRow,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ServiceContext } from '#engine/context.ts';
import { moveItem } from '#engine/outbox/operation-state.ts';

/** Whether a decision can be undone as if it had never been made: not a byte of it left. */
export function isUndoable(item: Pick<ItemRow, 'state' | 'attempts'>): boolean {
  return item.state === 'queued' && item.attempts === 0;
}

/**
 * Takes a decision back that was never sent; its candidate is open again. The history keeps that it was made.
 *
 * @throws DossierError `not-found`, `wrong-state` (no decision, or it was sent or settled already)
 */
export function undoReview(ctx: ServiceContext, op: string): OperationRow {
  const { db } = ctx;
  return transaction(db, () => {
    const operation = findOperation(db, op);
    if (operation === null) throw new DossierError('not-found', `There is no operation ${op}.`);
    if (operation.kind !== 'review') {
      throw new DossierError('wrong-state', `Operation ${op} is no decision on a candidate.`);
    }
    for (const item of itemsOf(db, operation.seq)) {
      if (!isUndoable(item)) throw new DossierError('wrong-state', whyNot(item));
      moveItem(ctx, writtenItem(db, item.seq, item.finding), { state: 'discarded' }, 'taken-back');
    }
    return operation;
  });
}

/** Why a decision cannot be undone, as a sentence for the person. */
function whyNot({ state }: Pick<ItemRow, 'state'>): string {
  switch (state) {
    case 'done':
      return 'The service has this decision already, so it cannot be undone here.';
    case 'discarded':
      return 'This decision is not in the queue any more.';
    case 'queued':
    case 'sending':
    case 'unknown':
      return 'This decision may have reached the service already, so it cannot be undone.';
    case 'conflict':
    case 'rejected':
      return 'The service returned this decision: decide again, or discard it.';
  }
}
