import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { saysDamaged, withStoreErrors } from './errors.ts';
import { prepareFile, prepareHome } from './files.ts';

/** The home is ours until `release`, or another process has it. */
export type HomeLock = { readonly kind: 'acquired'; release(): void } | { readonly kind: 'held' };

/**
 * The locks of this process. Without it a lock that nobody can reach any more would be collected with its database,
 * and the home would be free while its owner still works.
 */
const taken = new Set<Database.Database>();

/**
 * Takes the one-instance lock of a home, made first if it is missing: an exclusive transaction that stays
 * open on `lock.db`, an empty database without any content. The operating system frees it when the process
 * ends, however it ends, so a crash leaves no stale lock. Never waits: `held` is answered at once.
 * While it is held, nothing else in this process may open and close `lock.db`: POSIX drops the lock with that.
 * Throws DossierError `file` if the home cannot be made or written, `disk-full`.
 */
export function acquireHome(home: string): HomeLock {
  return withStoreErrors(() => {
    prepareHome(home);
    const path = join(home, 'lock.db');
    try {
      return take(path);
    } catch (error) {
      // Nothing is ever written to this file, so bytes in it are damage, and nobody can be holding it.
      if (!saysDamaged(error)) throw error;
      truncateSync(path);
      return take(path);
    }
  });
}

function take(path: string): HomeLock {
  prepareFile(path);
  const db = new Database(path, { timeout: 0 });
  try {
    db.pragma('journal_mode = MEMORY');
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))
      return { kind: 'held' };
    throw error;
  }
  taken.add(db);
  return {
    kind: 'acquired',
    release: () => {
      taken.delete(db);
      if (db.open) db.close();
    },
  };
}
