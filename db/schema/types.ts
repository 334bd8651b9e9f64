import type Database from 'better-sqlite3';

/** A connection as the library gives it. Only `db/` sees it; everything else holds one of the two below. */
export type Connection = Database.Database;

declare const reads: unique symbol;
declare const writes: unique symbol;

/**
 * A connection that may read. Its type has no way to change data but through a statement, and a statement that
 * writes is refused by SQLite when the connection came from `openReader`.
 */
export type ReadableDb = Pick<Connection, 'prepare' | 'open' | 'inTransaction' | 'close'> & {
  readonly [reads]: true;
};

/** The one connection that may write. It goes wherever a `ReadableDb` is asked for, never the other way round. */
export type WritableDb = ReadableDb &
  Pick<Connection, 'exec' | 'pragma' | 'serialize'> & { readonly [writes]: true };
