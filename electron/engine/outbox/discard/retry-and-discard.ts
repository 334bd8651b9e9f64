import { DossierError } from '#contract/error.ts';
import type { JsonObject } from '#contract/json.ts';
import { isAssistant } from '#contract/finding/operation.ts';
import {
  findOperation,
  itemsOf,
  openItemsOf,
  readItem,
  type OpenItem,
  type OperationRow,
} from '#db/tables/outbox/operations.ts';
import { dropAlteredValues } from '#db/tables/outbox/altered-values.ts';
import { hadUnsureAttempt } from '#db/tables/outbox/attempts.ts';
import { findFinding, readIdentity } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadContext, ServiceContext } from '../../context.ts';
import { restoreMergeBases } from '../merge-bases.ts';
import { standDraft } from './draft-state.ts';
import { fieldsOf, parsePatch } from '../../record/conflict-codec.ts';
import { moveItem, requeue } from '../operation-state.ts';

/**
 * Sends a rejected or unknown operation again. An unknown creation whose reading is not finished is refused:
 * it may have landed, and a second one would double it (promise 3).
 *
 * @param ids only for these of its findings
 * @throws DossierError `not-found`, `wrong-state`
 */
export function retryOperation(ctx: ServiceContext, op: string, ids?: readonly string[]): OperationRow {
  return transaction(ctx.db, () => {
    const operation = operationNamed(ctx, op);
    const items = openItems(ctx, operation, ids).filter(
      (item) => item.state === 'rejected' || item.state === 'unknown',
    );
    if (items.length === 0) throw wrongState(op, whyNotRetried(openItems(ctx, operation, ids)));
    if (isAssistant(operation.kind)) throw wrongState(op, askAnew);
    for (const item of items) {
      if (item.state === 'unknown' && item.kind === 'create' && item.needsPerson === 0) {
        throw wrongState(
          op,
          'may have reached the service, which is still being found out; sync again after the quiet time',
        );
      }
      requeue(ctx, item, 'retried');
    }
    return operation;
  });
}

/** Why an operation without a refused or unconfirmed item is not sent again. */
function whyNotRetried(open: readonly OpenItem[]): string {
  if (open.length === 0) return 'is already finished';
  return open.some(({ state }) => state === 'conflict')
    ? 'is in conflict; resolve it first'
    : 'is pending; only a refused or unconfirmed one is sent again';
}

const askAnew =
  'is one of the assistant, which is asked once per confirmation: ask it again from the finding, as a new operation';

/**
 * Drops an operation; it stays in the history with what it would have changed.
 *
 * @param ids only for these of its findings
 * @throws DossierError `not-found`, `wrong-state` (settled, or being sent)
 */
export function discardOperation(ctx: ServiceContext, op: string, ids?: readonly string[]): OperationRow {
  return transaction(ctx.db, () => {
    const operation = operationNamed(ctx, op);
    const items = openItems(ctx, operation, ids);
    if (items.length === 0) throw wrongState(op, 'is already finished');
    if (items.some((item) => item.state === 'sending')) throw wrongState(op, 'is being sent right now');
    for (const item of items) discardItem(ctx, item);
    return operation;
  });
}

/**
 * Drops an operation for one finding, in the caller's transaction. The history says so if it may have reached the service.
 */
export function discardItem(ctx: ServiceContext, item: OpenItem): void {
  const arrived = hadUnsureAttempt(ctx.db, item.seq) ? { mayHaveArrived: true } : {};
  const neverMade = item.kind === 'create' && readIdentity(ctx.db, item.finding).serviceId === null;
  // What stands behind it is dropped with it, and is put back with it as it stood.
  if (!neverMade) restoreMergeBases(ctx, item);
  moveItem(
    ctx,
    item,
    { state: 'discarded', conflictJson: null, errorStatus: null, errorMessage: null, needsPerson: 0 },
    'discarded',
    { fields: parsePatch(item.patchJson) as JsonObject, ...arrived },
  );
  // A user who drops their value keeps the service's.
  if (item.kind === 'update') dropAlteredValues(ctx.db, item.finding, fieldsOf(parsePatch(item.patchJson)));
  if (item.kind === 'ai-apply') standDraft(ctx, item, 'open');
  if (neverMade) dropBehind(ctx, item);
}

/** What waits behind a creation that will never be has nothing to go to. */
function dropBehind(ctx: ServiceContext, creation: OpenItem): void {
  for (const behind of openItemsOf(ctx.db, creation.finding)) {
    moveItem(ctx, behind, { state: 'discarded' }, 'discarded', {
      fields: parsePatch(behind.patchJson) as JsonObject,
    });
  }
}

/** The operation that a person names. @throws DossierError `not-found` */
export function operationNamed(ctx: Pick<ReadContext, 'db'>, op: string): OperationRow {
  const operation = findOperation(ctx.db, op);
  if (operation === null) {
    throw new DossierError('not-found', `There is no operation ${op} here.`);
  }
  return operation;
}

/** The rows of an operation that are neither done nor discarded; with `ids`, those of these findings. */
export function openItems(
  ctx: Pick<ReadContext, 'db'>,
  operation: OperationRow,
  ids?: readonly string[],
): OpenItem[] {
  const wanted = ids === undefined ? null : new Set(ids.map((id) => findFinding(ctx.db, id)?.finding));
  return itemsOf(ctx.db, operation.seq).flatMap((row) => {
    if (row.state === 'done' || row.state === 'discarded') return [];
    if (wanted !== null && !wanted.has(row.finding)) return [];
    const item = readItem(ctx.db, row.seq, row.finding);
    return item === null ? [] : [item];
  });
}

/** What to say of an operation that is in no state for what was asked. */
export function wrongState(op: string, why: string): DossierError {
  return new DossierError('wrong-state', `Operation ${op} ${why}.`);
}
