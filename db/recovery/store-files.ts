import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DossierError } from '#contract/error.ts';
import { listBackups, type Backup } from './backup.ts';
import { withStoreErrors } from '../store/errors.ts';
import { syncFolder } from '../store/files.ts';
import { countedStore } from '../store/commit-counter.ts';
import { connect, type StoreFile } from '../store/open.ts';
import { forgetRoots, keepRoots } from '../store/table-roots.ts';
import type { Connection, ReadableDb, WritableDb } from '../schema/types.ts';

/* The files around a store: backups, log, and what a repair has set aside. */

/** A damaged store that was set aside, with its log if there was one. */
export interface QuarantinedStore {
  /** Of its first file. */
  readonly name: string;
  readonly paths: readonly string[];
  readonly bytes: number;
  /** When it was last written, milliseconds since the epoch. */
  readonly atMs: number;
}

/** What was removed, and by name what could not be. */
export interface Removed {
  readonly removed: number;
  readonly left: readonly string[];
}

/** The bytes of a file; 0 if it is not there. */
export function bytesOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

/** Damaged stores beside the store at `path`, and what a repair that was cut short had written. */
export function listQuarantined(path: string): readonly QuarantinedStore[] {
  const folder = dirname(path);
  const own = basename(path);
  const groups = new Map<string, string[]>();
  for (const name of readdirSync(folder).sort()) {
    const first = /^(?:damaged-\d+|rescuing)/u.exec(name.slice(own.length + 1))?.[0];
    if (!name.startsWith(`${own}.`) || first === undefined) continue;
    groups.set(`${own}.${first}`, [...(groups.get(`${own}.${first}`) ?? []), join(folder, name)]);
  }
  return [...groups].map(([name, paths]) => ({
    name,
    paths,
    bytes: paths.reduce((sum, one) => sum + bytesOf(one), 0),
    atMs: Math.max(...paths.map((one) => statSync(one).mtimeMs)),
  }));
}

/** Deletes the files of damaged stores. Never throws: what stays is named. */
export function removeQuarantined(stores: readonly QuarantinedStore[]): Removed {
  return removeEach(stores.map(({ paths }) => paths));
}

/**
 * Backups that may hold data of an engagement: its rows, or words that an unfinished destruction left in the
 * index. A backup that cannot be read counts as one of them.
 */
export function backupsWith(folder: string, key: Uint8Array, project: string): readonly Backup[] {
  return listBackups(folder).filter(({ path }) => mayHold({ path, key }, project));
}

/** Deletes backups. Never throws: what stays is named. */
export function removeBackups(backups: readonly Backup[]): Removed {
  return removeEach(backups.map(({ path }) => [path, `${path}-wal`, `${path}-shm`, `${path}-journal`]));
}

/** How many bytes of the store's file are room that nothing fills. */
export function freeBytes(db: ReadableDb): number {
  const pages = db.prepare('PRAGMA freelist_count').pluck().get();
  const size = db.prepare('PRAGMA page_size').pluck().get();
  return typeof pages === 'number' && typeof size === 'number' ? pages * size : 0;
}

/**
 * Writes the store anew without free pages, and empties its log. Reads and writes all of it.
 * Throws DossierError `busy`, `disk-full`, `damaged-store`.
 */
export function compactStore(db: WritableDb): void {
  const path = countedStore(db);
  // The tables move.
  if (path !== undefined) forgetRoots(path);
  withStoreErrors(() => db.exec('VACUUM'));
  if (path !== undefined) keepRoots(db, path);
  emptyLog(db);
}

/**
 * Folds the log into the store and empties it: until then it holds pages as they were. A reader is waited for, for as
 * long as any lock is. Throws DossierError `busy` if it read on, and the log still holds them.
 */
export function emptyLog(db: WritableDb): void {
  const answer = withStoreErrors(() => db.pragma('wal_checkpoint(TRUNCATE)', { simple: true }));
  // The first column: 1 if another connection kept it from reaching the end.
  if (answer !== 0) {
    throw new DossierError('busy', 'Something still reads the store. Try again in a moment.');
  }
}

function mayHold(file: StoreFile, project: string): boolean {
  try {
    const db = connect(file, { readonly: true });
    try {
      const found = db
        .prepare(
          'SELECT 1 FROM engagement WHERE project = @project UNION SELECT 1 FROM finding WHERE project = @project',
        )
        .get({ project });
      return found !== undefined || isBetween(db, project);
    } finally {
      db.close();
    }
  } catch {
    return true;
  }
}

/** Whether the rows of an engagement are gone and the rest of its destruction is not done. */
function isBetween(db: Connection, project: string): boolean {
  // A backup of an older schema knows of no destruction.
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'destruction'").get() === undefined) return false;
  const found = db
    .prepare('SELECT 1 FROM destruction WHERE project = ? AND finished_at IS NULL')
    .get(project);
  return found !== undefined;
}

/** @param groups paths that belong together; the first one has the name that a person is told */
function removeEach(groups: readonly (readonly string[])[]): Removed {
  const left: string[] = [];
  for (const paths of groups) {
    try {
      for (const path of paths) rmSync(path, { force: true });
      if (paths[0] !== undefined) syncFolder(dirname(paths[0]));
    } catch {
      left.push(...paths.slice(0, 1).map((path) => basename(path)));
    }
  }
  return { removed: groups.length - left.length, left };
}
