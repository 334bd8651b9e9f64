import { asDossierError } from '../store/errors.ts';
import { openReader, type StoreFile } from '../store/open.ts';
import { sql } from '../store/transaction.ts';
import type { ReadableDb } from '../schema/types.ts';

/**
 * Gives long work one unchanging state of an open store, over a connection of its own, so that others can write
 * meanwhile. Until it ends the store's log cannot be emptied.
 *
 * @throws DossierError as `openReader`; what `work` throws
 */
export async function openReadView<T>(file: StoreFile, work: (db: ReadableDb) => Promise<T>): Promise<T> {
  const db = openReader(file);
  try {
    sql(db, 'BEGIN').run();
    return await work(db);
  } catch (error) {
    throw asDossierError(error);
  } finally {
    // Ends the transaction too, which has nothing to keep.
    db.close();
  }
}
