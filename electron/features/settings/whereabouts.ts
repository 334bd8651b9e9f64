import { isGeneration } from '#contract/finding/operation.ts';
import { endAttempt, insertAttempt } from '#db/tables/outbox/attempts.ts';
import { isSamePlace } from '#domain/base/same-place.ts';
import { addNotice } from '#db/tables/accounts/notices.ts';
import { itemsInState } from '#db/tables/outbox/operations.ts';
import { lastFindingRow } from '#db/tables/findings/records.ts';
import { readSettings, writeSetting } from '#db/tables/accounts/settings.ts';
import { transaction } from '#db/store/transaction.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { mayHaveRun } from '#engine/push/operations/assistant-strings.ts';
import { nowIso, type ServiceContext } from '#engine/context.ts';
import { markUnknown } from '#engine/outbox/operation-state.ts';

const name = 'whereabouts';

/**
 * Compares a store's place with that of its last opening. A copy may hold creations that another one has sent, so
 * sweeps look for them first (promise 3).
 *
 * @param here names machine and file, and behind a dot when the file was made if that is known; kept inside the store, where nobody can change it
 * @param isOlder the store was further before: an older copy was written over it in place
 * @returns how many operations are in doubt by that
 */
export function noticeWhereabouts(ctx: ServiceContext, here: string, isOlder = false): number {
  const { db } = ctx;
  return transaction(db, () => {
    const before = whereaboutsOf(db);
    if (before === here && !isOlder) return 0;
    writeSetting(db, { name, valueJson: JSON.stringify(here) });
    const isInPlace = before !== null && isSamePlace(before, here);
    if ((before === null || isInPlace) && !isOlder) return 0;
    const doubted = distrustWaiting(ctx);
    if (doubted > 0) {
      addNotice(db, {
        kind: 'copied',
        at: nowIso(ctx),
        sentences: sentencesOf(doubted, isInPlace),
        stays: true,
      });
    }
    return doubted;
  });
}

/** Forgets where a store lay: the program itself has put another file in its place. */
export function forgetWhereabouts(db: WritableDb): void {
  writeSetting(db, { name, valueJson: 'null' });
}

/** Says inside a copy that it is one, so that it is noticed wherever it is put. */
export function markAsCopy(db: WritableDb): void {
  writeSetting(db, { name, valueJson: JSON.stringify('a backup') });
}

function whereaboutsOf(db: WritableDb): string | null {
  const stored = readSettings(db).find((setting) => setting.name === name)?.valueJson;
  const value: unknown = stored === undefined ? null : JSON.parse(stored);
  return typeof value === 'string' ? value : null;
}

function distrustWaiting(ctx: ServiceContext): number {
  const { db } = ctx;
  const at = nowIso(ctx);
  let doubted = 0;
  for (const item of itemsInState(db, 'queued')) {
    if (isGeneration(item.kind) && item.needsPerson === 0) {
      markUnknown(ctx, item, `This vault was copied or moved. ${mayHaveRun}`, { needsPerson: 1 });
    } else if (item.kind === 'create') {
      const findingBefore = lastFindingRow(db);
      const attempt = insertAttempt(db, { seq: item.seq, startedAt: at, findingBefore, requestJson: '{}' });
      endAttempt(db, attempt, at, 'unknown');
      markUnknown(ctx, item, 'this vault was copied, moved or put back, and another copy may have sent this');
    } else continue;
    doubted += 1;
  }
  return doubted;
}

function sentencesOf(doubted: number, isInPlace: boolean): readonly string[] {
  const what = doubted === 1 ? 'One new finding is pending' : `${String(doubted)} new findings are pending`;
  return [
    isInPlace
      ? 'This vault is older than it was before: an older copy was written over it.'
      : 'This vault was copied, moved, put back from a copy or restored from a backup.',
    `${what} in it that another copy may have sent. The next syncs look for them on the service; what is not found ` +
      'there is not sent until you confirm it.',
    'Work in one copy only: two copies of a queue may create a finding twice.',
  ];
}
