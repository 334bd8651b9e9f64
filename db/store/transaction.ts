import type { Statement } from 'better-sqlite3';
import { withStoreErrors } from './errors.ts';
import { countedStore, writeCommitCounter } from './commit-counter.ts';
import type { ReadableDb, WritableDb } from '../schema/types.ts';

const countCommit = 'UPDATE mark SET commits = commits + 1 RETURNING commits';

const watchers = new WeakMap<WritableDb, Set<() => void>>();

/**
 * Calls `listener` after each commit of `transaction` on this connection that changed a row, outside of the
 * transaction; never for `quietTransaction`. Answers how to end that. Costs nothing if nobody watches.
 */
export function watchCommits(db: WritableDb, listener: () => void): () => void {
  const known = watchers.get(db) ?? new Set();
  watchers.set(db, known.add(listener));
  return () => {
    known.delete(listener);
  };
}

const statements = new WeakMap<ReadableDb, Map<string, Statement>>();

/**
 * The prepared statement of a text, kept per connection, so that plain functions with `db` first stay quick.
 * `text` must be a constant of the program (every distinct one is kept). The statement is shared. Never
 * `pluck`, `raw`, `bind` or `safeIntegers` it: the next caller would get rows of another shape. `iterate` it
 * only if nothing inside the loop uses the same text.
 */
export function sql<P extends unknown[] = unknown[], R = unknown>(
  db: ReadableDb,
  text: string,
): Statement<P, R> {
  let known = statements.get(db);
  if (known === undefined) {
    known = new Map();
    statements.set(db, known);
  }
  let statement = known.get(text);
  if (statement === undefined) {
    statement = db.prepare(text);
    known.set(text, statement);
  }
  return statement as unknown as Statement<P, R>;
}

/**
 * Runs `body` in one write transaction: all of it is durable on return, or none of it happened when this throws.
 * The write lock is taken at the start (IMMEDIATE), so that nothing read inside can be overtaken.
 * `body` is synchronous: a promise would carry on after the commit, so one that is returned rolls back and throws.
 * Calling it inside another transaction is a programming error and throws, since the inner one could not be
 * durable on return (promise 2 counts on exactly that). Throws DossierError `disk-full`, `damaged-store`, `busy`.
 */
export function transaction<T>(db: WritableDb, body: () => T): T {
  const { result, wrote } = committed(db, body);
  if (wrote) for (const told of watchers.get(db) ?? []) told();
  return result;
}

/** As `transaction`, but no news to watchers: for what nobody shows, such as where a window stands. */
export function quietTransaction<T>(db: WritableDb, body: () => T): T {
  return committed(db, body).result;
}

/**
 * A transaction in which no row was changed is not counted: its commit then writes nothing. Otherwise a page
 * of a sweep with nothing new would wait for the disk and make every reader drop its deciphered rows. Each
 * window would ask again, too.
 */
function committed<T>(db: WritableDb, body: () => T): { readonly result: T; readonly wrote: boolean } {
  if (db.inTransaction)
    throw new Error('transaction() inside a transaction: the inner one would not be durable');
  return withStoreErrors(() => {
    sql(db, 'BEGIN IMMEDIATE').run();
    try {
      const before = rowsChanged(db);
      const result = body();
      if (isThenable(result))
        throw new Error('transaction() needs a synchronous body, this one returned a promise');
      const wrote = rowsChanged(db) !== before;
      const commits = wrote ? sql<[], { commits: number }>(db, countCommit).get()?.commits : undefined;
      sql(db, 'COMMIT').run();
      const storePath = countedStore(db);
      if (storePath !== undefined && commits !== undefined) writeCommitCounter(storePath, commits);
      return { result, wrote };
    } catch (error) {
      // A full disk or a failed read makes SQLite roll back by itself; a second ROLLBACK would hide the cause.
      if (db.inTransaction) sql(db, 'ROLLBACK').run();
      throw error;
    }
  });
}

/** How many rows this connection has written or deleted since it was opened. */
function rowsChanged(db: ReadableDb): number | undefined {
  return sql<[], { rows: number }>(db, 'SELECT total_changes() AS rows').get()?.rows;
}

/** Runs `body` over one unchanging state of the store, whatever is written meanwhile by another connection. */
export function readTransaction<T>(db: ReadableDb, body: () => T): T {
  if (db.inTransaction) return body();
  return withStoreErrors(() => {
    sql(db, 'BEGIN').run();
    try {
      return body();
    } finally {
      if (db.inTransaction) sql(db, 'ROLLBACK').run();
    }
  });
}

function isThenable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}
