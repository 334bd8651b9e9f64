import type { FindingRow } from '#contract/finding/finding.ts';
import type { JsonObject } from '#contract/json.ts';
import type { OpenItem } from '#db/tables/outbox/operations.ts';
import { markGone, readRecord } from '#db/tables/findings/records.ts';
import { nowIso, type ServiceContext } from '../../context.ts';
import { parseObject } from '../../record/merge-base.ts';
import { differingMembers } from '../../record/record-diff.ts';
import type { Outgoing, OperationDriver } from './driver.ts';
import { dropBehindDeletion } from '../../outbox/delete.ts';
import { finishItem, markOutdated } from '../../outbox/operation-state.ts';

/** A deletion: permanent at the service, so whatever changed since the person looked makes it a conflict (promise 6). */
export const deleteDriver: OperationDriver = {
  prepare: (ctx, item, serviceId, theirs): Outgoing | null => {
    const seen = seenOf(item);
    if (differingMembers(seen, theirs, ctx.profile).length > 0) {
      markOutdated(ctx, item, seen, theirs);
      return null;
    }
    return {
      method: 'DELETE',
      fields: [],
      carried: {},
      sent: {},
      send: (replay, call) => replay.client.deleteFinding(call, item.project, serviceId),
    };
  },
  gone: finishUnsent,
  afterConflict: 'merge-again',
  notLanded: 'send-again',
  limit: 'findings',
  landed: (_place, _item, record) => record === null,
  finish: (ctx, item) => {
    finishDeletion(ctx, item);
  },
  conflicted: (ctx, item, theirs) => {
    markOutdated(ctx, item, seenOf(item), theirs);
  },
};

/** What the person looked at when they decided. */
export function seenOf(item: Pick<OpenItem, 'seenJson'>): JsonObject {
  return parseObject(item.seenJson ?? '{}');
}

/** The finding is not there any more, which is what was asked for; nothing waits behind it (promise 11). In a transaction. */
export function finishDeletion(ctx: ServiceContext, item: OpenItem): void {
  takeAway(ctx, item.finding);
  finishItem(ctx, item, 'deleted');
  dropBehindDeletion(ctx, item.finding);
}

/** The finding had left before the deletion was sent: done, and nobody claims that we deleted it. In a transaction. */
export function finishUnsent(ctx: ServiceContext, item: OpenItem): void {
  takeAway(ctx, item.finding);
  finishItem(ctx, item, 'was-gone');
  dropBehindDeletion(ctx, item.finding);
}

/** What we did has taken the finding away: that is no changed membership, and no sweep has to find it out. */
export function takeAway(ctx: ServiceContext, finding: FindingRow): void {
  if (readRecord(ctx.db, finding)?.goneAt === null) markGone(ctx.db, finding, nowIso(ctx));
}
