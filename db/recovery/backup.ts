import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withStoreErrors } from '../store/errors.ts';
import { prepareFile, renameDurably, syncFile } from '../store/files.ts';
import { sql } from '../store/transaction.ts';
import type { ReadableDb } from '../schema/types.ts';

/** A backup: a whole store under the same key, as it was at `madeAtMs` (milliseconds since the epoch). */
export interface Backup {
  readonly path: string;
  readonly madeAtMs: number;
  /** The user asked for it: it takes the place of none that was made automatically. */
  readonly byHand: boolean;
}

/** Where backups lie, and when one is due. */
interface BackupTimes {
  readonly folder: string;
  readonly nowMs: number;
  readonly everyMs?: number;
  /** Default: no. */
  readonly byHand?: boolean;
}

const everyMsDefault = 4 * 3_600_000;

const pattern = /^(store|hand)-(\d{1,16})\.db$/;
/** What `writeBackup` writes until it is whole, and what SQLite lays beside it. */
const unfinished = /^(?:store|hand)-\d{1,16}\.db\.new/;

/** The backups in a folder, newest first; none if there is no folder. */
export function listBackups(folder: string): readonly Backup[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((name) => {
      const [, kind, made] = pattern.exec(name) ?? [];
      if (made === undefined) return [];
      return [{ path: join(folder, name), madeAtMs: Number(made), byHand: kind === 'hand' }];
    })
    .sort((a, b) => b.madeAtMs - a.madeAtMs);
}

/**
 * Removes what is left of backups that were cut short: copies of the store that no list shows, and from which nothing
 * is taken out. For when none is being made. Never throws: what cannot be removed now is tried again by the next start.
 */
export function removeUnfinishedBackups(folder: string): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (!unfinished.test(name)) continue;
    try {
      rmSync(join(folder, name), { force: true });
    } catch {
      // Held by another program: it keeps nobody from working.
    }
  }
}

/**
 * How old (ms) the newest backup may be while unsent work is pending. Fifty times what making one takes, so it costs at
 * most a fiftieth of the time. `bytes`: of the store.
 */
export function workEveryMs(bytes: number): number {
  const tookMs = 20 + bytes / 100_000;
  return 50 * tookMs;
}

/** Whether the newest automatic backup in a folder is older than `everyMs` (default four hours); one look into the folder. */
export function isBackupDue({ folder, nowMs, everyMs = everyMsDefault }: BackupTimes): boolean {
  const newest = listBackups(folder).find((backup) => !backup.byHand);
  // A wall clock that was set back must not stop backups until it has caught up.
  return newest === undefined || Math.abs(nowMs - newest.madeAtMs) >= everyMs;
}

/**
 * Makes a backup if one is due, and drops all but the newest `keep` of its kind (default three; none with `Infinity`). It takes as
 * long as writing the store once, so it belongs after a sync, never before a response. A large store is backed up by
 * another thread. Throws DossierError `disk-full`, `damaged-store` (older backups stay then), `file`.
 */
export function backUpIfDue(
  db: ReadableDb,
  options: BackupTimes & { keep?: number },
): { kind: 'made'; path: string } | { kind: 'not-due' } {
  const { folder, nowMs, keep = 3, byHand = false } = options;
  return withStoreErrors(() => {
    if (!isBackupDue(options)) return { kind: 'not-due' };
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, `${byHand ? 'hand' : 'store'}-${String(Math.floor(nowMs))}.db`);
    writeBackup(db, path);
    const others = listBackups(folder).filter((backup) => backup.path !== path && backup.byHand === byHand);
    // A destruction keeps all here: it removes, counts and names them itself.
    const dropped = byHand ? others.slice(keep - 1) : keep === Infinity ? [] : tooMany(others, keep - 1);
    for (const old of dropped) rmSync(old.path, { force: true });
    return { kind: 'made', path };
  });
}

/**
 * Which of the older backups go: all but `keep`, and before these any that was made soon after the one before it. Work is
 * backed up often, and would leave three backups of the same hour.
 */
function tooMany(others: readonly Backup[], keep: number): readonly Backup[] {
  const apart: Backup[] = [];
  for (const backup of [...others].reverse()) {
    const before = apart.at(-1);
    if (before === undefined || backup.madeAtMs - before.madeAtMs >= everyMsDefault / 2) apart.push(backup);
  }
  const kept = new Set(apart.slice(Math.max(0, apart.length - keep)));
  return others.filter((backup) => !kept.has(backup));
}

/**
 * Copies a store as it is at this moment into a file that is not there yet, under the same key.
 * @throws DossierError `disk-full`, `damaged-store`, `file`
 */
export function copyStore(db: ReadableDb, path: string): void {
  withStoreErrors(() => {
    writeCopy(db, path);
  });
}

function writeCopy(db: ReadableDb, path: string): void {
  // The online backup of SQLite copies pages as they are and does not work under encryption; this keeps the key.
  prepareFile(path);
  sql<[string]>(db, 'VACUUM INTO ?').run(path);
}

function writeBackup(db: ReadableDb, path: string): void {
  const temporary = `${path}.new`;
  rmSync(temporary, { force: true });
  try {
    writeCopy(db, temporary);
    syncFile(temporary);
    renameDurably(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
