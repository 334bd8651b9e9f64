import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { DossierError } from '#contract/error.ts';
import { asDossierError } from '#db/store/errors.ts';

/** What SQLite or the file system throws with a code. */
function thrown(code: string): Error {
  return code.startsWith('SQLITE_')
    ? new Database.SqliteError('row 7: a text of the client', code)
    : Object.assign(new Error('open: a name of the client'), { code });
}

describe('a failure of the store', () => {
  it.each([
    ['SQLITE_FULL', 'disk-full'],
    ['SQLITE_IOERR_SHMSIZE', 'disk-full'],
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['SQLITE_NOTADB', 'damaged-store'],
    ['SQLITE_CORRUPT_INDEX', 'damaged-store'],
    ['SQLITE_IOERR_SHORT_READ', 'damaged-store'],
    ['SQLITE_BUSY_SNAPSHOT', 'busy'],
    ['SQLITE_LOCKED', 'busy'],
    ['SQLITE_READONLY_DBMOVED', 'file'],
    ['SQLITE_READONLY', 'file'],
    ['SQLITE_CANTOPEN', 'file'],
    ['SQLITE_PERM', 'file'],
    ['SQLITE_IOERR_WRITE', 'file'],
    ['EACCES', 'file'],
    ['EPERM', 'file'],
    ['EROFS', 'file'],
    ['EIO', 'file'],
  ])('(%s) is told as what the user can act on: %s', (code, as) => {
    const error = thrown(code);
    const told = asDossierError(error);
    expect(told).toBeInstanceOf(DossierError);
    expect(told).toMatchObject({ code: as, cause: error });
    expect(String(told)).not.toContain('client');
  });

  it('says whether the file was moved, may not be written, or the disk failed', () => {
    const words = ['SQLITE_READONLY_DBMOVED', 'SQLITE_READONLY', 'SQLITE_IOERR_WRITE'].map((code) =>
      String(asDossierError(thrown(code))),
    );
    expect(words).toEqual([
      expect.stringContaining('moved or deleted'),
      expect.stringContaining('permissions'),
      expect.stringContaining('The disk under the store failed (SQLITE_IOERR_WRITE)'),
    ]);
  });

  it.each([thrown('SQLITE_CONSTRAINT_UNIQUE'), thrown('ENOENT'), new Error('a fault'), 'a text', null])(
    'that is a fault of the program stays as it is: %s',
    (error) => {
      expect(asDossierError(error)).toBe(error);
    },
  );
});
