/** A set of findings by row number: a byte for each, for 100,000 of them a tenth of the time of a `Set`. */
export class RowSet {
  #flags = new Uint8Array(0);
  #size = 0;

  constructor(rows: Iterable<number> = []) {
    for (const row of rows) this.add(row);
  }

  get size(): number {
    return this.#size;
  }

  has(row: number): boolean {
    return this.#flags[row] === 1;
  }

  add(row: number): void {
    if (this.has(row)) return;
    if (row >= this.#flags.length) {
      const grown = new Uint8Array(Math.max(1_024, row + 1, this.#flags.length * 2));
      grown.set(this.#flags);
      this.#flags = grown;
    }
    this.#flags[row] = 1;
    this.#size += 1;
  }

  delete(row: number): void {
    if (!this.has(row)) return;
    this.#flags[row] = 0;
    this.#size -= 1;
  }

  /** What is in both. */
  intersection(other: RowSet): RowSet {
    return this.#where(1, other);
  }

  /** What is in one of them, or in both. */
  union(other: RowSet): RowSet {
    const both = new RowSet();
    const flags = new Uint8Array(Math.max(this.#flags.length, other.#flags.length));
    flags.set(this.#flags);
    both.#size = this.#size;
    for (let row = 0; row < other.#flags.length; row += 1) {
      if (other.#flags[row] !== 1 || flags[row] === 1) continue;
      flags[row] = 1;
      both.#size += 1;
    }
    both.#flags = flags;
    return both;
  }

  /** What is in this one alone. */
  without(other: RowSet): RowSet {
    return this.#where(0, other);
  }

  /** The rows, smallest first. */
  rows(): number[] {
    const rows: number[] = [];
    for (let row = this.#flags.indexOf(1); row !== -1; row = this.#flags.indexOf(1, row + 1)) rows.push(row);
    return rows;
  }

  /** What is in this one, of which the other one has the flag. A loop of its own: a function for each row takes ten times as long. */
  #where(flag: 0 | 1, other: RowSet): RowSet {
    const left = new RowSet();
    const flags = new Uint8Array(this.#flags.length);
    for (let row = 0; row < flags.length; row += 1) {
      if (this.#flags[row] === 1 && (other.#flags[row] ?? 0) === flag) {
        flags[row] = 1;
        left.#size += 1;
      }
    }
    left.#flags = flags;
    return left;
  }
}
