import { failureOf, wasCancelled } from '#renderer/api/api.ts';
import { KeptRows } from './kept-rows.svelte.ts';

/** Bound of one call (`maxQueueRowsAtOnce` of the contract). */
const maxAtOnce = 100;

/** Where the rows of a long list come from. */
export interface RowSource<Row> {
  /** Keys of the rows that are to be here, those that are seen first. */
  readonly wanted: () => Iterable<number>;
  /** Fetches rows by their keys; one that is gone may be left out. @throws ApiError */
  readonly fetch: (keys: readonly number[]) => Promise<readonly Row[]>;
  readonly keyOf: (row: Row) => number;
  /** Gets why rows could not be fetched, in the program's words. */
  readonly failed: (message: string) => void;
}

/** The rows of a long list that are in view: fetched one call at a time, until none is missing or out of date. */
export class RowsInView<Row> {
  readonly #source: RowSource<Row>;
  readonly #kept = new KeptRows<Row>();
  #loading = false;

  constructor(source: RowSource<Row>) {
    this.#source = source;
  }

  /** A row by its key, even if it is out of date; null while it is on its way. */
  at(key: number): Row | null {
    return this.#kept.at(key);
  }

  /** The store has changed: every row is shown as it was until it is fetched again. */
  outdate(): void {
    this.#kept.outdate();
  }

  /** Forgets all rows. */
  clear(): void {
    this.#kept.clear();
  }

  /** Fetches what is wanted and lacks. Never rejects. */
  async fetch(): Promise<void> {
    if (this.#loading) return;
    const { wanted, fetch, keyOf, failed } = this.#source;
    const missing = [...wanted()].filter((key) => this.#kept.lacks(key)).slice(0, maxAtOnce);
    if (missing.length === 0) return;
    this.#loading = true;
    const { changes } = this.#kept;
    try {
      const rows = await fetch(missing);
      const entries = rows.map((row) => [keyOf(row), row] as const);
      this.#kept.keep(missing, entries, changes, wanted);
    } catch (thrown) {
      if (!wasCancelled(thrown)) failed(failureOf(thrown).message);
      return;
    } finally {
      this.#loading = false;
    }
    await this.fetch();
  }
}
