import Database from 'better-sqlite3';
import { DossierError } from '#contract/error.ts';

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return '';
}

/** Whether SQLite says that bytes of the store cannot be what was written (the key itself is proven by the vault). */
export function saysDamaged(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'SQLITE_NOTADB' || code === 'SQLITE_IOERR_SHORT_READ' || code.startsWith('SQLITE_CORRUPT');
}

/**
 * A failure of the store or of the file system under it as one that a person can act on. Messages name what to
 * do and hold no SQL and no value of a row. An error that is neither comes back as it is, to end as `internal`.
 */
export function asDossierError(error: unknown): unknown {
  if (error instanceof DossierError) return error;
  const code = codeOf(error);
  const told = (as: 'disk-full' | 'damaged-store' | 'busy' | 'file', message: string): DossierError =>
    new DossierError(as, message, { cause: error });

  // SHMSIZE: the index of the log could not grow, which on a working disk means that there is no space for it.
  if (['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT'].includes(code)) {
    return told('disk-full', 'The disk is full. Nothing was lost: free some space and try again.');
  }
  if (saysDamaged(error)) {
    return told(
      'damaged-store',
      'The store is damaged. The next start sets it aside and rescues what can be read.',
    );
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return told('busy', 'The store is in use by another program. Try again in a moment.');
  }
  if (code === 'SQLITE_READONLY_DBMOVED') {
    return told('file', 'The store was moved or deleted while it was open. Put it back and start again.');
  }
  if (code.startsWith('SQLITE_READONLY') || code === 'SQLITE_CANTOPEN' || code === 'SQLITE_PERM') {
    return told('file', 'The store cannot be opened for writing. Check the permissions of its folder.');
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return told('file', `The disk under the store failed (${code}). Check it, then try again.`);
  }
  if (error instanceof Database.SqliteError) return error;
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'EIO') {
    return told('file', `The home folder cannot be read or written (${code}). Check its permissions.`);
  }
  return error;
}

/** Runs `body` and throws what it throws as `asDossierError` tells it. */
export function withStoreErrors<T>(body: () => T): T {
  try {
    return body();
  } catch (error) {
    throw asDossierError(error);
  }
}
