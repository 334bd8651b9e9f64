import type { JsonObject } from '#contract/json.ts';
import { readConnection } from '#db/connections.ts';
import { changeItem, readItem, type OpenItem } from '#db/operations.ts';
import { readIdentity } from '#db/records.ts';
import { transaction } from '#db/transaction.ts';
import type { RemoteFailure } from '#core/answers/failure.ts';
import { callFor, type Online } from '../context.ts';
import { applyDetail } from '../sync/apply.ts';
import { readPatiently } from '../sync/patience.ts';
import { goneConflict, parsePatch } from './conflict.ts';
import { fieldsOf } from './layer.ts';
import { quietIsOfAnotherBoot, quietLeftMs } from './quiet.ts';
import { finishItem, putInConflict, requeue } from './transition.ts';
import { isShown } from './update.ts';

/**
 * Settles an update of unknown outcome by reading its finding. Good news counts at once: the values are there.
 * Bad news counts only when the quiet time has passed: the update is queued again, through read and merge.
 *
 * @returns null when the finding could be read (whatever came of it), else why not
 */
export async function settleUpdate(online: Online, picked: OpenItem): Promise<RemoteFailure | null> {
  const { db } = online;
  const { serviceId } = readIdentity(db, picked.finding);
  if (serviceId === null) return null;
  // Asked before the read: what lands while it is under way must not be taken for settled.
  const quietOver = isQuietOver(online, picked);
  let startedAt = 0;
  const read = await readPatiently(online, () => {
    startedAt = online.order.begin();
    return online.client.readFinding(callFor(online, 'queue'), serviceId);
  });
  if (read.kind === 'failed' && read.failure.kind !== 'not-found') return read.failure;
  transaction(db, () => {
    const item = readItem(db, picked.seq, picked.finding);
    if (item?.state !== 'unknown') return;
    if (read.kind === 'failed') {
      putInConflict(online, item, goneConflict(item));
      return;
    }
    const shows = readConnection(db)?.listShows ?? 'unprobed';
    applyDetail(online, item.finding, read.value, startedAt, shows);
    judge(online, item, read.value, quietOver);
  });
  return null;
}

function judge(online: Online, item: OpenItem, record: JsonObject, quietOver: boolean): void {
  const sent = parsePatch(item.sentJson ?? item.patchJson);
  if (isShown(sent, record)) {
    finishItem(online, item, 'confirmed', { fields: fieldsOf(sent) });
  } else if (quietOver) {
    requeue(online, item, 'not-landed');
  } else if (quietIsOfAnotherBoot(online, item)) {
    startQuietTime(online, item);
  }
}

/** Whether the quiet time of an unknown write had passed by now. */
export function isQuietOver(online: Online, item: OpenItem): boolean {
  return quietLeftMs(online, item) === 0;
}

/** Starts the quiet time now: after a restart of the machine nobody knows how much of it had passed. */
export function startQuietTime(online: Online, item: OpenItem): void {
  changeItem(online.db, item, {
    quietFromMs: online.clock.awakeMs(),
    quietBoot: online.clock.bootId(),
    quietSweeps: 0,
  });
}
