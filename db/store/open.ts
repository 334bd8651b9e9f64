import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { DossierError } from '#contract/error.ts';
import { finishRescue } from './quarantine.ts';
import { withStoreErrors } from './errors.ts';
import { prepareFile } from './files.ts';
import { keepCommitCounter, readCommits, readCommitCounter } from './commit-counter.ts';
import { migrate, readVersion, refuseNewer } from '../schema/migrate.ts';
import { keepRoots } from './table-roots.ts';
import type { Connection, ReadableDb, WritableDb } from '../schema/types.ts';

/** Where a store lies and its key: 32 bytes from `storeKey`, used as they are (no key derivation per open). */
export interface StoreFile {
  readonly path: string;
  readonly key: Uint8Array;
}

/** How long a statement waits for another connection's lock before it fails as `busy`. */
const busyTimeoutMs = 5_000;
/**
 * Pages of the WAL (8 MB) after which it is folded into the file. Sweeps and the full text write the same index pages
 * with every commit, so rare checkpoints are cheaper. But a save waits for the whole checkpoint: twice this number made
 * the slowest edits beside a first sync 10 ms slower.
 */
const checkpointPages = 2_000;
/** What the WAL file is cut back to after a checkpoint: a first sync would leave hundreds of megabytes. */
const walKeepBytes = 64 * 1024 * 1024;

/**
 * Opens the store for the one writer, made or brought to the newest schema first.
 * Throws DossierError `newer-store` (before any write), `damaged-store` (the key was proven, so `setAsideAndRescue` is
 * the next step), `busy`, `disk-full`, `file`.
 */
export function openStore({ path, key }: StoreFile): WritableDb {
  return withStoreErrors(() => {
    finishRescue(path);
    inspect({ path, key });
    const db = connect({ path, key }, { readonly: false });
    try {
      migrate(db);
    } catch (error) {
      db.close();
      throw error;
    }
    const store = writable(db);
    keepCommitCounter(store, path);
    keepRoots(db, path);
    return store;
  });
}

/**
 * Opens an existing store for reading, beside the writer. Statements that write throw. Throws as `openStore`,
 * and `newer-store` also if the schema is older than this program's (the writer has to open it first).
 */
export function openReader({ path, key }: StoreFile): ReadableDb {
  return withStoreErrors(() => {
    const db = connect({ path, key }, { readonly: true });
    try {
      refuseNewer(readVersion(db));
    } catch (error) {
      db.close();
      throw error;
    }
    return readable(db);
  });
}

/**
 * A store in memory with the shipped schema and settings, unencrypted: for the simulator, where a crash is
 * "back to the last commit". `bytes` is what `serialize()` of such a store gave.
 */
export function openMemoryStore(bytes?: Uint8Array): WritableDb {
  return withStoreErrors(() => {
    const db = bytes === undefined ? new Database(':memory:') : new Database(Buffer.from(bytes));
    configure(db);
    migrate(db);
    return writable(db);
  });
}

/**
 * A connection with cipher, key and every setting in force, and the schema read once, so that a file that does
 * not decrypt fails here. It throws SQLite's own errors; only `db/` uses it.
 */
export function connect({ path, key }: StoreFile, options: { readonly: boolean }): Connection {
  // The library answers these two with a TypeError and with a damaged database.
  if (!existsSync(dirname(path)) || (existsSync(path) && !statSync(path).isFile())) {
    throw new DossierError(
      'file',
      `There can be no store at ${path}: its folder is missing, or it is no file.`,
    );
  }
  if (!options.readonly) prepareFile(path);
  const db = new Database(path, {
    readonly: options.readonly,
    fileMustExist: options.readonly,
    timeout: busyTimeoutMs,
  });
  try {
    unlock(db, key);
    configure(db);
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    if (!options.readonly) db.pragma('journal_mode = WAL');
    // Reading a WAL store for the first time resets an unset `synchronous` to NORMAL. That loses the last commits on
    // power failure, and promise 2 needs every attempt row. So it is said again and checked.
    db.pragma('synchronous = FULL');
    if (db.pragma('synchronous', { simple: true }) !== 2) throw new Error('synchronous=FULL was not taken');
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/**
 * Whether the file of a store ends before its last page. A first page that can be read then says that the file is
 * malformed, before any page of the schema is looked at.
 */
export function isCutOff({ path, key }: StoreFile): boolean {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    unlock(db, key);
    db.pragma('schema_version');
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'SQLITE_CORRUPT';
  } finally {
    db.close();
  }
}

/**
 * Reads version and mark through a read-only connection, before any write. A writing one would checkpoint the WAL on
 * closing, and with it what a repair may need.
 */
function inspect(file: StoreFile): void {
  if (!existsSync(file.path) || statSync(file.path).size === 0) return;
  const db = connect(file, { readonly: true });
  try {
    refuseNewer(readVersion(db));
    const lost = readCommitCounter(file.path) - readCommits(db);
    if (lost > 0) {
      throw new DossierError(
        'damaged-store',
        `The store has lost its last ${String(lost)} changes: its log was cut. The next start rescues the rest.`,
      );
    }
  } finally {
    db.close();
  }
}

function unlock(db: Connection, key: Uint8Array): void {
  if (key.length !== 32) throw new RangeError(`A store key has 32 bytes, not ${key.length}`);
  // Plain better-sqlite3 would ignore the pragma and write a client's findings in clear.
  if (!hasKey(db)) throw new Error('This build of better-sqlite3 cannot encrypt');
  // AEGIS-256 authenticates every page, and costs less than half of ChaCha20 wherever the processor has AES.
  db.pragma("cipher = 'aegis'");
  const secret = Buffer.concat([Buffer.from('raw:'), key]);
  db.key(secret);
  secret.fill(0);
}

/** `@types/better-sqlite3` describes the plain library, which has no keys. */
function hasKey(db: Connection): db is Connection & { key(secret: Buffer): number } {
  return 'key' in db && typeof db.key === 'function';
}

function configure(db: Connection): void {
  // Sorts and temporary tables spill to files in clear unless they are kept in memory.
  db.pragma('temp_store = 2');
  db.pragma('synchronous = FULL');
  // On macOS a plain fsync leaves the bytes in the drive's cache.
  db.pragma('fullfsync = ON');
  db.pragma('secure_delete = ON');
  db.pragma('foreign_keys = ON');
  db.pragma('mmap_size = 0');
  // The file may have been changed by others. So no function or virtual table runs just because the schema
  // names it. A page with false cell data is an error, never a read outside of the page.
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma(`wal_autocheckpoint = ${checkpointPages}`);
  db.pragma(`journal_size_limit = ${walKeepBytes}`);
}

function writable(db: Connection): WritableDb {
  return db as unknown as WritableDb;
}

function readable(db: Connection): ReadableDb {
  return db as unknown as ReadableDb;
}
