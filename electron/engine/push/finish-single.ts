import type { RemoteFailure } from '#domain/answers/failure.ts';
import { isAcknowledgedUnread, timesNotShown } from '#db/tables/outbox/attempts.ts';
import { readItem, type OpenItem } from '#db/tables/outbox/operations.ts';
import { readIdentity } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { callFor, type OnlineContext } from '../context.ts';
import { parseObject } from '../record/merge-base.ts';
import { applyDetail } from '../intake/apply-record.ts';
import { fetchFinding } from '../intake/fetch-finding.ts';
import { isSurelyNotFound } from '../intake/not-found.ts';
import { goneConflict } from '../record/conflict-codec.ts';
import { isInDoubtOver, inDoubtSinceEarlierBoot, startInDoubtWindow } from '../outbox/in-doubt-window.ts';
import type { OperationDriver } from './operations/driver.ts';
import { noteAlteredValues } from '../outbox/altered-values.ts';
import { rejectItem, markConflicted, requeue } from '../outbox/operation-state.ts';

/** How the read that settles an operation went. */
export type SingleResult =
  { readonly kind: 'read' | 'not-found' } | { readonly kind: 'failed'; readonly failure: RemoteFailure };

/** Acknowledged so often and never shown, it is not sent again by itself: the service ignores it (promise 10). */
const maxNotShown = 2;

const notShown = 'Reading the finding shows nothing of it. It is not sent again automatically.';

/**
 * Settles an operation of unknown outcome by reading its finding. Good news counts at once: what was sent is
 * there. Bad news counts only when the in-doubt window has passed: it is queued again, through read and judgement.
 *
 * @returns how the read went, whatever came of the operation
 */
export async function finishSingle(
  ctx: OnlineContext,
  picked: OpenItem,
  write: OperationDriver,
): Promise<SingleResult> {
  const { serviceId } = readIdentity(ctx.db, picked.finding);
  if (serviceId === null) return { kind: 'not-found' };
  // Asked before the read: what lands while it is under way must not be taken for settled.
  const known = readItem(ctx.db, picked.seq, picked.finding) ?? picked;
  const inDoubtOver = isInDoubtOver(ctx, known);
  const { read, startedAt } = await fetchFinding(ctx, serviceId, callFor(ctx, 'queue'));
  if (read.kind === 'failed' && read.failure.kind !== 'not-found') return read;
  const record = read.kind === 'ok' ? read.value : null;
  transaction(ctx.db, () => {
    const item = readItem(ctx.db, picked.seq, picked.finding);
    if (item?.state !== 'unknown') return;
    const before = item.beforeJson === null ? null : parseObject(item.beforeJson);
    if (record !== null) applyDetail(ctx, item.finding, record, startedAt);
    const sent = write.sentValues?.(item);
    // Later, or without an acknowledgement, another value may be someone else's.
    if (record !== null && sent !== undefined && before !== null && isAcknowledgedUnread(ctx.db, item.seq)) {
      noteAlteredValues(ctx, item, sent, record, before);
    }
    if (record === null && !isSurelyNotFound(ctx, item, inDoubtOver)) return;
    // What the finding showed before the write, up to blanks, tells nothing of whether the write has arrived.
    const tells = inDoubtOver || before === null || !write.landed(ctx, item, before, false);
    if (tells && write.landed(ctx, item, record, false)) write.finish(ctx, item, before, record);
    else if (inDoubtSinceEarlierBoot(ctx, item)) startInDoubtWindow(ctx, item);
    else if (!inDoubtOver) return;
    else if (record === null) markConflicted(ctx, item, goneConflict(item));
    else if (write.notLanded === 'ask') rejectItem(ctx, item, 0, notShown);
    else if (timesNotShown(ctx.db, item.seq) >= maxNotShown) {
      rejectItem(
        ctx,
        item,
        200,
        'the service acknowledged it again and again and left the finding as it was',
      );
    } else requeue(ctx, item, 'not-landed');
  });
  return { kind: record === null ? 'not-found' : 'read' };
}
