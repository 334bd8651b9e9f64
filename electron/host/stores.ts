import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { backUpIfDue } from '#db/backup.ts';
import { readConnection } from '#db/connections.ts';
import { openStore } from '#db/open.ts';
import { checkStore, setAsideAndRescue } from '#db/repair.ts';
import { transaction } from '#db/transaction.ts';
import type { WritableDb } from '#db/types.ts';
import { storeKey } from '#db/vault.ts';
import { refreshAllRows } from '#services/lists/refresh.ts';
import { storedProfile } from '#services/connection/profile.ts';

/** An open store and where it lies. */
export interface OpenStore {
  readonly id: string;
  readonly folder: string;
  readonly db: WritableDb;
}

export interface StoreParts {
  readonly home: string;
  readonly dataKey: Uint8Array;
  readonly nowMs: () => number;
  /** Sentences for the person: what a repair saved and what it could not. */
  readonly tell: (sentence: string) => void;
}

/** The name of the store of one service address and user (promise 9); it tells neither. */
export function storeIdOf(dataKey: Uint8Array, baseUrl: string, userId: string): string {
  const name = JSON.stringify(['store', baseUrl, userId]);
  return createHmac('sha256', dataKey).update(name).digest('hex').slice(0, 32);
}

/**
 * Opens a store for writing. A damaged one is set aside, never deleted: its work is rescued into a new store, the
 * rest comes from the backups or with the next sync, and the person is told.
 *
 * @throws DossierError `newer-store`, `disk-full`, `busy`, `file`
 */
export function openNamedStore(parts: StoreParts, id: string): OpenStore {
  const folder = join(parts.home, 'stores', id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = { path: join(folder, 'store.db'), key: storeKey(parts.dataKey, id) };
  const db = openSound(file.path, () => openStore(file));
  if (db !== null) return { id, folder, db };
  const nowIso = new Date(parts.nowMs()).toISOString();
  const report = setAsideAndRescue({ ...file, backups: backupsOf(folder), nowIso });
  rmSync(suspicionOf(file.path), { force: true });
  const rescued = openStore(file);
  const connection = readConnection(rescued);
  const profile = storedProfile(connection?.profileJson ?? '{}');
  transaction(rescued, () => {
    refreshAllRows(rescued, { profile, nowIso });
  });
  for (const sentence of report.sentences) parts.tell(sentence);
  return { id, folder, db: rescued };
}

/** Null where the store is damaged, or was found damaged in the middle of its last run. */
function openSound(path: string, open: () => WritableDb): WritableDb | null {
  let db: WritableDb;
  try {
    db = open();
  } catch (error) {
    if (error instanceof DossierError && error.code === 'damaged-store') return null;
    throw error;
  }
  if (!existsSync(suspicionOf(path))) return db;
  if (checkStore(db).kind === 'damaged') {
    db.close();
    return null;
  }
  rmSync(suspicionOf(path), { force: true });
  return db;
}

function suspicionOf(path: string): string {
  return `${path}.suspect`;
}

function backupsOf(folder: string): string {
  return join(folder, 'backups');
}

/**
 * Notes that a page of the store could not be read in the middle of a run: a start reads only the first pages, so
 * without this the next one would meet the damage at the same place again.
 */
export function suspectStore(store: OpenStore): void {
  writeFileSync(suspicionOf(join(store.folder, 'store.db')), '', { mode: 0o600 });
}

/** A rolling encrypted backup, where the last one is old enough. Failing is no reason to fail what was done. */
export function backUpStore(store: OpenStore, nowMs: number, tell: (sentence: string) => void): void {
  try {
    backUpIfDue(store.db, { folder: backupsOf(store.folder), nowMs });
  } catch (error) {
    tell(`The backup of the store failed: ${error instanceof DossierError ? error.message : 'unexpectedly'}`);
  }
}
