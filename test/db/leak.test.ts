import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeEach, describe, expect, it } from 'vitest';
import { backUpIfDue } from '#db/recovery/backup.ts';
import { openStore } from '#db/store/open.ts';
import { sql, transaction } from '#db/store/transaction.ts';
import { freshFolder, key } from './support.ts';

const marker = 'ZWaterfallMarkerQ';
const needles = [Buffer.from(marker, 'utf8'), Buffer.from(marker, 'utf16le')];
const rows = 12_000;
const text = (n: number) =>
  `${marker} ${String((n * 7_919) % rows).padStart(8, '0')} ${'client text '.repeat(60)}`;
/** A sort of whole rows, far larger than the cache: SQLite spills it somewhere. */
const bigSort = 'SELECT name FROM engagement ORDER BY name DESC, project';

/** The files, deleted ones too, that this process has open or that lie in a folder, and that hold the marker in clear. */
function leaksIn(folder: string): string[] {
  const open = readdirSync('/proc/self/fd').map((fd) => `/proc/self/fd/${fd}`);
  const lying = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  return [...open, ...lying].filter((path) => {
    if (!existsSync(path) && !targetOf(path).endsWith('(deleted)')) return false;
    try {
      if (!statSync(path).isFile()) return false;
      const bytes = readFileSync(path);
      return needles.some((needle) => bytes.includes(needle));
    } catch {
      // A descriptor that was closed between listing and reading.
      return false;
    }
  });
}

function targetOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

const onLinux = process.platform === 'linux';

describe('client text in clear', () => {
  beforeEach(({ skip }) => {
    skip(!onLinux, 'only Linux shows the open files of a process, in /proc');
  });

  it('is in no file that the process has open nor in the home: store, WAL, sort, backup', () => {
    const home = freshFolder();
    const db = openStore({ path: join(home, 'store.db'), key });
    transaction(db, () => {
      for (let n = 0; n < rows; n += 1) {
        sql(db, 'INSERT INTO engagement VALUES (?, ?, NULL, ?)').run(`p${String(n)}`, text(n), 'now');
      }
    });
    db.pragma('cache_size = 10');
    const sorted = db.prepare(bigSort).iterate();
    sorted.next();
    expect(leaksIn(home)).toEqual([]);
    sorted.return?.();
    backUpIfDue(db, { folder: join(home, 'backups'), nowMs: 1 });
    expect(leaksIn(home)).toEqual([]);
    db.close();
    expect(leaksIn(home)).toEqual([]);
  });

  it('would be found: a spill to a file shows it although the store is encrypted', () => {
    const home = freshFolder();
    const db = openStore({ path: join(home, 'store.db'), key });
    db.pragma('temp_store = 1');
    transaction(db, () => {
      for (let n = 0; n < rows; n += 1) {
        sql(db, 'INSERT INTO engagement VALUES (?, ?, NULL, ?)').run(`p${String(n)}`, text(n), 'now');
      }
    });
    db.pragma('cache_size = 10');
    const sorted = db.prepare(bigSort).iterate();
    sorted.next();
    expect(leaksIn(home)).not.toEqual([]);
    sorted.return?.();
    db.close();
  });

  it('would be found: a store without a key shows it', () => {
    const home = freshFolder();
    const db = new Database(join(home, 'plain.db'));
    db.exec('CREATE TABLE t (a TEXT)');
    db.prepare('INSERT INTO t VALUES (?)').run(text(1));
    expect(leaksIn(home)).not.toEqual([]);
    db.close();
  });
});
