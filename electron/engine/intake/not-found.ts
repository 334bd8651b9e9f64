import type { FindingRow } from '#contract/finding/finding.ts';
import { changeItem, doubtedItems, type OpenItem } from '#db/tables/outbox/operations.ts';
import type { ServiceContext } from '../context.ts';
import { goneConflict } from '../record/conflict-codec.ts';
import { isInDoubtOver, inDoubtSinceEarlierBoot, startInDoubtWindow } from '../outbox/in-doubt-window.ts';
import { markConflicted } from '../outbox/operation-state.ts';

/*
 * One "not found" proves nothing: it may pass, and it also means "not visible to this caller". A finding counts as gone
 * after a complete sweep without it, or after a second read at least an in-doubt window later. Until then its item keeps the
 * doubt. `queued`: `quietFromMs` is the time of the first such answer, `quietSweeps` the sweeps that showed it since.
 * `unknown`: `quietSweeps` is the number of such answers.
 */

const unsent = 'The service answered "not found" (404), once. Nothing was sent: a later look decides.';
const unsure =
  'The service answers "not found" (404). That counts once a complete sweep or a later read agrees.';

/**
 * Takes a "not found" that came before anything was sent: it stays queued until a later look agrees, then the finding
 * is gone. If the list shows the finding meanwhile, a person decides. Inside a transaction.
 */
export function takeNotFound(
  ctx: ServiceContext,
  item: OpenItem,
  gone: (ctx: ServiceContext, item: OpenItem) => void,
): void {
  const isFirst = item.quietFromMs === null;
  if (!isFirst && item.quietSweeps > 0) markConflicted(ctx, item, goneConflict(item));
  else if (isInDoubtOver(ctx, item)) gone(ctx, item);
  else {
    if (isFirst || inDoubtSinceEarlierBoot(ctx, item)) startInDoubtWindow(ctx, item);
    changeItem(ctx.db, item, { errorMessage: unsent });
  }
}

/**
 * Whether a "not found" for an item of unknown outcome may be believed. If not, it is recorded, and the next one or a
 * complete sweep decides. Inside a transaction.
 */
export function isSurelyNotFound(ctx: ServiceContext, item: OpenItem, inDoubtOver: boolean): boolean {
  const answers = item.quietSweeps;
  if (inDoubtSinceEarlierBoot(ctx, item)) startInDoubtWindow(ctx, item);
  else if (answers > 0) return inDoubtOver;
  changeItem(ctx.db, item, { quietSweeps: 1, errorMessage: unsure });
  return false;
}

/** A sweep shows these findings: a "not found" that was read for one of them was not the whole truth. In a transaction. */
export function noteShown(ctx: ServiceContext, project: string, seen: ReadonlySet<FindingRow>): void {
  for (const item of doubtedItems(ctx.db, project)) {
    if (!seen.has(item.finding)) continue;
    changeItem(ctx.db, item, { quietSweeps: item.state === 'queued' ? item.quietSweeps + 1 : 0 });
  }
}

/** A finding was read and is there: earlier doubts about it are void. Inside a transaction. */
export function isThereAgain(ctx: ServiceContext, finding: FindingRow): void {
  for (const item of doubtedItems(ctx.db, null, finding)) {
    const isQueued = item.state === 'queued';
    changeItem(
      ctx.db,
      item,
      isQueued
        ? { quietFromMs: null, quietBoot: null, quietSweeps: 0, errorMessage: null }
        : { quietSweeps: 0 },
    );
  }
}
