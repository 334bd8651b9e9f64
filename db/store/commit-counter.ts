import { closeSync, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Connection, ReadableDb } from '../schema/types.ts';

/*
 * SQLite takes a WAL that was cut short for one whose last transaction never finished, and opens without those
 * commits and without a word. So every transaction counts itself in the store, and after its commit the count
 * is written beside it. The file is not synced: it may lag behind after a power failure, but never runs ahead. A store
 * that counts less than its mark has lost durable commits.
 */

const digits = 16;

/** Where the mark of a store lies. */
export function commitCounterPath(storePath: string): string {
  return `${storePath}.mark`;
}

/** How many commits the mark beside the store vouches for; 0 if there is none or it cannot be read. */
export function readCommitCounter(storePath: string): number {
  const path = commitCounterPath(storePath);
  if (!existsSync(path)) return 0;
  const text = readFileSync(path, 'latin1').trim();
  return /^\d{1,16}$/.test(text) ? Number(text) : 0;
}

/** How many transactions the store itself has; 0 before it has the table. */
export function readCommits(db: Connection): number {
  const has = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'mark'").get();
  if (has === undefined) return 0;
  const commits = db.prepare('SELECT commits FROM mark').pluck().get();
  return typeof commits === 'number' ? commits : 0;
}

/**
 * Writes the mark, over the old one in place, so that no moment has none. A failure is let go: the commit that
 * it follows has happened and must not be reported as failed, and an older mark only proves less.
 */
export function writeCommitCounter(storePath: string, commits: number): void {
  const path = commitCounterPath(storePath);
  try {
    const file = openSync(path, existsSync(path) ? 'r+' : 'w', 0o600);
    try {
      writeSync(file, `${String(commits).padStart(digits, '0')}\n`, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return;
  }
}

const markedStores = new WeakMap<ReadableDb, string>();

/** From here on the transactions of this connection write the mark of the store at `storePath`. */
export function keepCommitCounter(db: ReadableDb, storePath: string): void {
  markedStores.set(db, storePath);
}

/** The store whose mark follows this connection's commits; undefined for one in memory. */
export function countedStore(db: ReadableDb): string | undefined {
  return markedStores.get(db);
}
