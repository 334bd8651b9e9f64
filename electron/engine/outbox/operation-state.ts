import type { JsonObject } from '#contract/json.ts';
import type { Conflict, ItemState } from '#contract/finding/operation.ts';
import { stringify } from '#domain/base/json.ts';
import { recordHistory } from '#db/tables/findings/history.ts';
import { changeItem, type ItemChange, type OpenItem } from '#db/tables/outbox/operations.ts';
import { nowIso, type ServiceContext } from '../context.ts';
import { refreshListRow } from '../record/list-rows.ts';
import { conflictText } from '../record/conflict-codec.ts';
import { outdatedConflict } from '../record/record-diff.ts';

/**
 * The only way to change an operation's state for one finding. Item, history and list row change together in the
 * caller's transaction.
 */
export function moveItem(
  ctx: ServiceContext,
  item: Pick<OpenItem, 'seq' | 'finding' | 'op'>,
  to: { state: ItemState } & ItemChange,
  what: string,
  detail?: JsonObject,
): void {
  const { db } = ctx;
  const at = nowIso(ctx);
  if (!changeItem(db, item, to)) throw new Error(`operation ${item.op} is not in the store`);
  recordHistory(db, item.finding, {
    at,
    what,
    op: item.op,
    ...(detail === undefined ? {} : { detailJson: stringify(detail) }),
  });
  refreshListRow(db, item.finding, { profile: ctx.profile, nowIso: at });
}

/** Done: the service has it. */
export function finishItem(ctx: ServiceContext, item: OpenItem, what: string, detail?: JsonObject): void {
  moveItem(ctx, item, { ...settled, state: 'done' }, what, detail);
}

/** A person has to choose between what both sides did. */
export function markConflicted(
  ctx: ServiceContext,
  item: OpenItem,
  conflict: Conflict,
  change: ItemChange = {},
): void {
  moveItem(
    ctx,
    item,
    { ...settled, state: 'conflict', conflictJson: conflictText(conflict), ...change },
    'conflict',
    {
      reason: conflict.reason,
      fields: Object.keys(conflict.fields),
    },
  );
}

/**
 * What a decision or deletion was made over has moved on. The newer record is kept with the item: it is what the
 * person decides over next.
 */
export function markOutdated(
  ctx: ServiceContext,
  item: OpenItem,
  seen: JsonObject,
  theirs: JsonObject,
): void {
  const conflict = outdatedConflict(seen, theirs, ctx.profile);
  markConflicted(ctx, item, conflict, { beforeJson: stringify(theirs) });
}

/** The service refused it; kept with the service's words until a person decides. */
export function rejectItem(ctx: ServiceContext, item: OpenItem, status: number, message: string): void {
  moveItem(
    ctx,
    item,
    { ...settled, state: 'rejected', errorStatus: status, errorMessage: message },
    'rejected',
    { status, message },
  );
}

/**
 * Nobody knows whether the service carried it out. The in-doubt window starts now, when the connection has ended
 * (or, after a kill, when the next start finds the operation).
 */
export function markUnknown(
  ctx: ServiceContext,
  item: OpenItem,
  message: string,
  change: ItemChange = {},
): void {
  moveItem(
    ctx,
    item,
    {
      ...unworried,
      state: 'unknown',
      errorMessage: message,
      quietFromMs: ctx.clock.awakeMs(),
      quietBoot: ctx.clock.bootId(),
      quietSweeps: 0,
      ...change,
    },
    'unknown',
    { message },
  );
}

/** Back in the queue; the next replay reads and merges again. */
export function requeue(ctx: ServiceContext, item: OpenItem, what: string, change: ItemChange = {}): void {
  moveItem(ctx, item, { ...settled, state: 'queued', ...change }, what);
}

const unworried = {
  errorStatus: null,
  errorMessage: null,
  conflictJson: null,
  needsPerson: 0,
  quietFromMs: null,
  quietBoot: null,
  quietSweeps: 0,
} as const satisfies ItemChange;

/** Nothing is under way any more, so nothing has to be told from what was before. */
const settled = { ...unworried, beforeJson: null } as const satisfies ItemChange;
