import { DossierError } from '#contract/error.ts';
import type { ToldNotice, VaultNotice } from '#contract/notice.ts';
import { readNotices, writeNotices, type StoredNotice } from '#db/tables/accounts/notices.ts';
import { transaction } from '#db/store/transaction.ts';
import type { ReadableDb, WritableDb } from '#db/schema/types.ts';

/** What nobody has acknowledged yet, oldest first. */
export function noticesOf(db: ReadableDb): readonly VaultNotice[] {
  return readNotices(db).map(bare);
}

/** The same, told now: what stays is no news from then on, what does not stay is forgotten. */
export function tellNotices(db: WritableDb): readonly ToldNotice[] {
  const kept = readNotices(db);
  if (kept.some(({ told, stays }) => !told || !stays)) {
    transaction(db, () => {
      writeNotices(
        db,
        kept.filter(({ stays }) => stays).map((notice) => ({ ...notice, told: true })),
      );
    });
  }
  return kept.map((notice) => ({ ...bare(notice), isNew: !notice.told, stays: notice.stays }));
}

/**
 * Forgets what a person has acknowledged.
 *
 * @param ids of the notices; all without
 * @throws DossierError `not-found` if one of them is not there, and then forgets none
 */
export function acknowledge(db: WritableDb, ids: readonly string[] | undefined): readonly string[] {
  return transaction(db, () => {
    const kept = readNotices(db);
    const known = kept.map(({ id }) => id);
    const unknown = (ids ?? []).find((id) => !known.includes(id));
    if (unknown !== undefined) throw new DossierError('not-found', `There is no notice ${unknown}.`);
    const done = ids ?? known;
    writeNotices(
      db,
      kept.filter(({ id }) => !done.includes(id)),
    );
    return done;
  });
}

function bare({ id, kind, at, sentences }: StoredNotice): VaultNotice {
  return { id, kind, at, sentences };
}
