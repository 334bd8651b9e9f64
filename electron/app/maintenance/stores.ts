import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { rescuePaths } from '#db/store/quarantine.ts';
import { cutOpenSweeps } from '#db/tables/engagements.ts';
import { listBackups, removeUnfinishedBackups } from '#db/recovery/backup.ts';
import { readConnection } from '#db/tables/accounts/connections.ts';
import { asDossierError } from '#db/store/errors.ts';
import { readCommitCounter } from '#db/store/commit-counter.ts';
import { addNotice } from '#db/tables/accounts/notices.ts';
import { openStore, type StoreFile } from '#db/store/open.ts';
import { checkStore, setAsideAndRescue } from '#db/recovery/repair.ts';
import { transaction } from '#db/store/transaction.ts';
import type { WritableDb } from '#db/schema/types.ts';
import { storeKey } from '#db/store/vault.ts';
import { forgetReached } from '../platform/reached.ts';
import { forgetWhereabouts } from '#features/settings/whereabouts.ts';
import { refreshAllRows, refreshStaleRows } from '#engine/record/list-rows.ts';
import { removeUnfinished } from '#features/reports/output/temp-files.ts';
import { storedProfile } from '#engine/connection/stored-profile.ts';

/** An open store and where it lies. */
export interface OpenStore {
  readonly id: string;
  readonly folder: string;
  readonly db: WritableDb;
}

/** What stores are opened with. */
export interface StoreParts {
  readonly home: string;
  readonly dataKey: Uint8Array;
  readonly nowMs: () => number;
}

const rowsAtOnce = 2_000;

/** The name of the store of one service address and user (promise 9); it tells neither. */
export function storeIdOf(dataKey: Uint8Array, baseUrl: string, userId: string): string {
  const name = JSON.stringify(['store', baseUrl, userId]);
  return createHmac('sha256', dataKey).update(name).digest('hex').slice(0, 32);
}

/**
 * Opens a store for writing. A damaged one is set aside, never deleted. Its work is rescued into a new store;
 * the rest comes from the backups or with the next sync. A notice says so until the user acknowledges it.
 *
 * @param use is given the open store and may throw what damage it meets: a start reads only some of the pages
 * @throws DossierError `newer-store`, `disk-full`, `busy`, `file`
 */
export function openNamedStore(
  parts: StoreParts,
  id: string,
  use: (store: OpenStore) => void = () => undefined,
): OpenStore {
  const folder = join(parts.home, 'stores', id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeUnfinishedBackups(backupsOf(folder));
  const file = { path: join(folder, 'store.db'), key: storeKey(parts.dataKey, id) };
  const nowIso = new Date(parts.nowMs()).toISOString();
  const db = openSound(file, nowIso, (sound) => {
    use({ id, folder, db: sound });
  });
  if (db !== null) return { id, folder, db };
  // Kept until the lists are made again, so that a kill in between does not leave queued work out of them.
  suspect(file.path);
  const report = setAsideAndRescue({ ...file, backups: backupsOf(folder), nowIso });
  const rescued = { id, folder, db: openStore(file) };
  // Kept, not only told: the thread that writes a line may end before it is out, and nobody would be told again.
  transaction(rescued.db, () => {
    const { sentences, everything } = report;
    // It is another file, and what it holds in doubt is in doubt already.
    forgetWhereabouts(rescued.db);
    addNotice(rescued.db, { kind: 'rescue', at: nowIso, sentences, stays: !everything });
  });
  forgetReached(folder);
  listAnew(rescued.db, nowIso);
  use(rescued);
  rmSync(suspicionOf(file.path), { force: true });
  return rescued;
}

/** Null if the store is damaged, or was found damaged in the middle of its last run. */
function openSound(file: StoreFile, nowIso: string, use: (db: WritableDb) => void): WritableDb | null {
  if (hasVanished(file.path)) return null;
  let db: WritableDb | undefined;
  try {
    db = openStore(file);
    if (existsSync(suspicionOf(file.path))) {
      if (checkStore(db).kind === 'damaged') {
        db.close();
        return null;
      }
      listAnew(db, nowIso);
      rmSync(suspicionOf(file.path), { force: true });
    }
    renewLists(db, nowIso);
    noteCutSweeps(db, nowIso);
    removeUnfinished(db);
    use(db);
    return db;
  } catch (error) {
    db?.close();
    const told = asDossierError(error);
    if (told instanceof DossierError && told.code === 'damaged-store') return null;
    throw error;
  }
}

/** Whether a store was here and its file is gone or empty: a new one in its place would hide what was lost. */
function hasVanished(path: string): boolean {
  if (existsSync(rescuePaths(path).whole)) return false;
  if (existsSync(path) && statSync(path).size > 0) return false;
  return readCommitCounter(path) > 0 || listBackups(backupsOf(dirname(path))).length > 0;
}

/** The lists are derived: a rescue leaves them out. */
function listAnew(db: WritableDb, nowIso: string): void {
  const profile = storedProfile(readConnection(db)?.profileJson ?? '{}');
  transaction(db, () => {
    refreshAllRows(db, { profile, nowIso });
  });
}

/** After an update of the program lists may show more than before; a kill in between leaves the rest to the next start. */
function renewLists(db: WritableDb, nowIso: string): void {
  const profile = storedProfile(readConnection(db)?.profileJson ?? '{}');
  for (let done = rowsAtOnce; done === rowsAtOnce;) {
    done = transaction(db, () => refreshStaleRows(db, { profile, nowIso }, rowsAtOnce));
  }
}

/** No sync runs yet: a sweep that is open still was cut off with the program. */
function noteCutSweeps(db: WritableDb, nowIso: string): void {
  transaction(db, () => {
    cutOpenSweeps(db, nowIso);
  });
}

function suspicionOf(path: string): string {
  return `${path}.suspect`;
}

/** Where the backups of a store lie, by the store's folder. */
export function backupsOf(folder: string): string {
  return join(folder, 'backups');
}

function suspect(path: string): void {
  try {
    writeFileSync(suspicionOf(path), '', { mode: 0o600 });
  } catch {
    // A disk that takes no more: the damage is met and noted again, and the failure that told it is the one to tell.
  }
}

/**
 * Records that a page of the store could not be read during a run. A start reads only the first pages and would
 * otherwise meet the same damage again.
 */
export function suspectStore(store: OpenStore): void {
  suspect(join(store.folder, 'store.db'));
}
