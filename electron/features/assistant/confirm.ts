import { isGeneration } from '#contract/finding/operation.ts';
import { failureText } from '#domain/answers/failure.ts';
import { readSweep } from '#db/tables/engagements.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import type { OnlineContext, ServiceContext } from '#engine/context.ts';
import { isNotReady } from '#engine/outbox/hold.ts';
import { openItems, operationNamed, wrongState } from '#engine/outbox/discard/retry-and-discard.ts';
import { requeue } from '#engine/outbox/operation-state.ts';
import { checkOwner } from '#engine/pull/check-owner.ts';
import { sendOnce } from '#engine/push/operations/assistant.ts';
import { heldWords, notReadyWords, waitsForYes } from '#engine/push/operations/assistant-strings.ts';

/**
 * The person confirms, and the question leaves at once or not at all: it is confirmed in the very transaction
 * that notes what is sent. Whatever keeps it here before, an end of the program included, it waits for
 * another confirmation (promise 4).
 *
 * @param onLeave is called when the request leaves: its response may take minutes, and syncs may run
 *   meanwhile.
 * @throws DossierError `not-found`, `wrong-state` (no generation, confirmed already, sent already),
 *   `foreign-token`; the failure of the read that shows whose credentials these are
 */
export async function confirmAndSend(ctx: OnlineContext, op: string, onLeave: () => void): Promise<void> {
  waitingNamed(ctx, op);
  const paused = await checkOwner(ctx);
  const operation = operationNamed(ctx, op);
  const why =
    paused !== null
      ? failureText(paused)
      : ctx.signal.aborted
        ? ''
        : readSweep(ctx.db, operation.project).heldReason !== null
          ? heldWords
          : isNotReady(ctx.db, waitingNamed(ctx, op))
            ? notReadyWords
            : null;
  if (why !== null) {
    goOnWaiting(ctx, op, why);
    return;
  }
  const confirm = (): void => confirmAsk(ctx, op);
  await sendOnce(ctx, waitingNamed(ctx, op), { confirm, onLeave });
}

/**
 * It may leave, once. To be called in the transaction that notes what is sent.
 *
 * @throws DossierError `not-found`, `wrong-state` (no generation, confirmed already, sent already)
 */
export function confirmAsk(ctx: ServiceContext, op: string): void {
  requeue(ctx, waitingNamed(ctx, op), 'assistant-confirmed', { needsPerson: 0 });
}

/** Notes of a question that waits for its confirmation why it did not leave. One that does not wait stays as it is. */
export function goOnWaiting(ctx: ServiceContext, op: string, why = ''): void {
  transaction(ctx.db, () => {
    const [item] = openItems(ctx, operationNamed(ctx, op));
    if (item?.state !== 'queued' || item.needsPerson !== 1) return;
    requeue(ctx, item, 'assistant-waits', { needsPerson: 1, errorMessage: `${why} ${waitsForYes}`.trim() });
  });
}

function waitingNamed(ctx: ServiceContext, op: string): OpenItem {
  const operation = operationNamed(ctx, op);
  const [item] = openItems(ctx, operation);
  if (!isGeneration(operation.kind)) throw wrongState(op, 'does not ask the assistant for anything');
  if (item === undefined) throw wrongState(op, 'is already finished');
  if (item.state === 'queued' && item.needsPerson === 1) return item;
  throw wrongState(
    op,
    item.state === 'queued'
      ? 'is confirmed already; the next sync sends it'
      : 'was sent already. A new question is a new operation: it may cost credits again',
  );
}
