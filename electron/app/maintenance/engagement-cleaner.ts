import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { backUpIfDue } from '#db/recovery/backup.ts';
import { purgeIndex } from '#db/tables/destroy.ts';
import {
  backupsWith,
  compactStore,
  emptyLog,
  listQuarantined,
  removeQuarantined,
  removeBackups,
} from '#db/recovery/store-files.ts';
import { resumeDestructions, type StoreCleaner } from '#features/settings/destroy.ts';
import type { ServiceContext } from '#engine/context.ts';
import { backupsOf, type OpenStore } from './stores.ts';

/**
 * Cleans what lies around a store that an engagement was taken out of. Nothing else may use the store meanwhile, and
 * no backup may be under way.
 *
 * @param key of the store
 */
export function createCleaner(
  { folder, db }: Pick<OpenStore, 'folder' | 'db'>,
  key: Uint8Array,
  nowMs: () => number,
): StoreCleaner {
  const backups = backupsOf(folder);
  const aside = () => listQuarantined(join(folder, 'store.db'));
  return {
    count: (project) => ({
      backups: backupsWith(backups, key, project).length,
      aside: aside().length,
    }),
    clean(project) {
      // What is removed first makes room for what is written.
      const set = removeQuarantined(aside());
      purgeIndex(db);
      emptyLog(db);
      // The new one comes before the old ones go, so that there is always one.
      const made = backUpIfDue(db, { folder: backups, nowMs: nowMs(), everyMs: 0, keep: Infinity });
      const others = backupsWith(backups, key, project).filter(
        ({ path }) => made.kind === 'not-due' || path !== made.path,
      );
      const old = removeBackups(others);
      compactStore(db);
      return { backups: old.removed, aside: set.removed, left: [...set.left, ...old.left] };
    },
  };
}

/**
 * Carries on the destructions that a start finds unfinished. What keeps it from cleaning the files (a full disk) keeps
 * nobody from working: the rows are gone, and the next start tries again.
 *
 * @throws DossierError `damaged-store`
 */
export function carryOnDestructions(
  ctx: ServiceContext,
  cleaner: StoreCleaner,
  tell: (sentence: string) => void,
): void {
  try {
    for (const sentence of resumeDestructions(ctx, cleaner)) tell(sentence);
  } catch (error) {
    if (!(error instanceof DossierError) || error.code === 'damaged-store') throw error;
    tell(`An engagement is destroyed, but files around its store are not cleaned yet: ${error.message}`);
  }
}
