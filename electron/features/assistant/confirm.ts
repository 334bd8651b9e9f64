import { isGeneration } from '#contract/operation.ts';
import { failureText } from '#domain/answers/failure.ts';
import { readSweep } from '#db/tables/engagements.ts';
import type { OpenItem } from '#db/tables/operations.ts';
import { transaction } from '#db/store/transaction.ts';
import type { Online, Workplace } from '#engine/context.ts';
import { openItems, operationNamed, wrongState } from '#engine/outbox/retry-and-discard.ts';
import { requeue } from '#engine/outbox/operation-state.ts';
import { checkOwner } from '#engine/pull/check-owner.ts';
import { sendOnce } from '#engine/push/operations/assistant.ts';
import { heldWords, waitsForYes } from '#engine/push/operations/assistant-strings.ts';

/**
 * The person confirms, and the question leaves at once or not at all: it is confirmed in the very transaction that notes what
 * is sent. Whatever keeps it here before, an end of the program included, it waits for another confirmation (promise 4).
 *
 * @throws DossierError `not-found`, `wrong-state` (no generation, confirmed already, sent already), `foreign-token`, the
 * failure of the read that shows whose credentials these are
 */
export async function confirmAndSend(online: Online, op: string): Promise<void> {
  waitingNamed(online, op);
  const paused = await checkOwner(online);
  const operation = operationNamed(online, op);
  const why =
    paused !== null
      ? failureText(paused)
      : online.signal.aborted
        ? ''
        : readSweep(online.db, operation.project).heldReason !== null
          ? heldWords
          : null;
  if (why !== null) {
    goOnWaiting(online, op, why);
    return;
  }
  await sendOnce(online, waitingNamed(online, op), () => {
    confirmAsk(online, op);
  });
}

/**
 * It may leave, once. To be called in the transaction that notes what is sent.
 *
 * @throws DossierError `not-found`, `wrong-state` (no generation, confirmed already, sent already)
 */
export function confirmAsk(place: Workplace, op: string): void {
  requeue(place, waitingNamed(place, op), 'assistant-confirmed', { needsPerson: 0 });
}

/** Notes of a question that waits for its confirmation why it did not leave. One that does not wait stays as it is. */
export function goOnWaiting(place: Workplace, op: string, why = ''): void {
  transaction(place.db, () => {
    const [item] = openItems(place, operationNamed(place, op));
    if (item?.state !== 'queued' || item.needsPerson !== 1) return;
    requeue(place, item, 'assistant-waits', { needsPerson: 1, errorMessage: `${why} ${waitsForYes}`.trim() });
  });
}

function waitingNamed(place: Workplace, op: string): OpenItem {
  const operation = operationNamed(place, op);
  const [item] = openItems(place, operation);
  if (!isGeneration(operation.kind)) throw wrongState(op, 'does not ask the assistant for anything');
  if (item === undefined) throw wrongState(op, 'is settled already');
  if (item.state === 'queued' && item.needsPerson === 1) return item;
  throw wrongState(
    op,
    item.state === 'queued'
      ? 'is confirmed already; the next sync sends it'
      : 'was sent already. A new question is a new operation: it may cost credits again',
  );
}
