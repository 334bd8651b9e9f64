import { editableFields } from '#contract/finding/finding.ts';
import {
  maxPartsShown,
  type EmptiedFinding,
  type EmptiedQuestion,
} from '#contract/procedures/findings/queue.ts';
import { textOf } from '#domain/finding/record.ts';
import { findOperation, headItems, itemsInState, type OpenItem } from '#db/tables/outbox/operations.ts';
import { readIdentity, shownId } from '#db/tables/findings/records.ts';
import { transaction } from '#db/store/transaction.ts';
import { storeProfile } from '#engine/connection/profile-update.ts';
import type { ReadContext, ServiceContext } from '#engine/context.ts';
import { effectiveRecord } from '#engine/record/list-rows.ts';
import { updatesWait } from '#engine/outbox/probe/partial-update-probe.ts';
import { parseConflict } from '#engine/record/conflict-codec.ts';
import { offeredIn } from '#engine/outbox/view/next-step.ts';
import { resolveItem } from '#engine/conflicts/resolve.ts';

/** Which fields our updates emptied, with what was in them, and how many updates are stopped because of it. */
export function emptiedQuestion(ctx: ReadContext): EmptiedQuestion {
  const { db } = ctx;
  return {
    findings: offeredBack(db)
      .slice(0, maxPartsShown)
      .map((item) => emptiedFinding(ctx, item)),
    stopped: updatesWait(ctx) ? headItems(db, 'queued').filter(({ kind }) => kind === 'update').length : 0,
  };
}

/**
 * The answer that corrects it: from now on updates send every field that is known, and what was emptied is queued to be put
 * back. Both in one transaction, so that nothing leaves in between. Answers how many findings get their fields back.
 */
export function putBack(ctx: ServiceContext): number {
  return transaction(ctx.db, () => {
    const items = offeredBack(ctx.db);
    for (const item of items) resolveItem(ctx, item, 'mine', undefined);
    storeProfile(ctx, { ...ctx.profile, updateSends: 'all-fields' });
    return items.length;
  });
}

function offeredBack(db: ReadContext['db']): OpenItem[] {
  return itemsInState(db, 'conflict').filter(
    ({ kind, conflictJson }) =>
      kind === 'update' && conflictJson !== null && offeredIn(parseConflict(conflictJson)) === 'emptied',
  );
}

function emptiedFinding({ db }: ReadContext, item: OpenItem): EmptiedFinding {
  const { effective } = effectiveRecord(db, item.finding);
  const { fields } = parseConflict(item.conflictJson ?? '{}');
  return {
    op: item.op,
    project: item.project,
    id: shownId(readIdentity(db, item.finding)),
    title: textOf(effective, 'title'),
    severity: textOf(effective, 'severity'),
    status: textOf(effective, 'status'),
    at: findOperation(db, item.op)?.createdAt ?? '',
    fields: editableFields.flatMap((field) => {
      const sides = fields[field];
      if (sides?.mine === undefined) return [];
      return [{ field, lost: sides.mine, ...(sides.theirs === undefined ? {} : { now: sides.theirs }) }];
    }),
  };
}
