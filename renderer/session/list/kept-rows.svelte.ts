/** Rows that stay here after they were seen. */
const maxKept = 20_000;

/** The rows of a list that were fetched, by number, and which of them the store may have changed since. */
export class KeptRows<Row> {
  /** Null for a row that was asked for and is not listed any more. */
  readonly #fetched = new Map<number, Row | null>();
  /** Row numbers whose fetched text may be out of date. */
  #stale = new Set<number>();
  /** Counts changes of the store: rows that were asked for before one may be out of date when they come. */
  #changes = 0;
  /** Counts arrivals, so that what shows rows looks again. */
  #arrivals = $state(0);

  /** How often the store has changed; a fetch of rows notes it before, for `keep`. */
  get changes(): number {
    return this.#changes;
  }

  /** A row as it came, even if it is out of date; null while it is on its way, or if it is no longer listed. */
  at(row: number): Row | null {
    void this.#arrivals;
    return this.#fetched.get(row) ?? null;
  }

  /** Whether a row is not here, or out of date. */
  lacks(row: number): boolean {
    return this.#stale.has(row) || !this.#fetched.has(row);
  }

  /** The store has changed: every row is shown as it was, and lacks until it is fetched again. */
  outdate(): void {
    this.#stale = new Set(this.#fetched.keys());
    this.#changes += 1;
  }

  /**
   * Keeps rows as they came.
   * @param asked all that were requested. One that is gone meanwhile is not requested again: the list itself
   *   is, after every change.
   * @param changes the count of changes when the rows were requested
   * @param near which rows stay if there are too many: a list that was scrolled through whole must not stay
   *   in memory whole
   */
  keep(
    asked: readonly number[],
    entries: readonly (readonly [number, Row])[],
    changes: number,
    near: () => Iterable<number>,
  ): void {
    if (this.#fetched.size > maxKept) this.#keepOnly(near());
    for (const row of asked) {
      if (changes === this.#changes) this.#stale.delete(row);
      else this.#stale.add(row);
      if (!this.#fetched.has(row)) this.#fetched.set(row, null);
    }
    for (const [row, entry] of entries) this.#fetched.set(row, entry);
    this.#arrivals += 1;
  }

  /** Forgets all rows, as those of another engagement. */
  clear(): void {
    this.#fetched.clear();
    this.#stale.clear();
  }

  #keepOnly(rows: Iterable<number>): void {
    const entries = [...rows].map((row) => [row, this.#fetched.get(row)] as const);
    this.#fetched.clear();
    for (const [row, entry] of entries) if (entry !== undefined) this.#fetched.set(row, entry);
  }
}
