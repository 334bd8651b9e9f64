/** A set of findings by row number: a bit for each, 32 of them at once when two sets meet. */
export class BitSet {
  /** Signed, so that the engine computes with what it keeps in a register. */
  #words = new Int32Array(0);
  #size = 0;

  constructor(rows: Iterable<number> = []) {
    for (const row of rows) this.add(row);
  }

  get size(): number {
    return this.#size;
  }

  has(row: number): boolean {
    return ((this.#words[row >>> 5] ?? 0) & (1 << (row & 31))) !== 0;
  }

  add(row: number): void {
    const at = row >>> 5;
    if (at >= this.#words.length) this.#grow(at);
    const before = this.#words[at] ?? 0;
    const after = before | (1 << (row & 31));
    if (after === before) return;
    this.#words[at] = after;
    this.#size += 1;
  }

  /** What is in both. */
  intersection(other: BitSet): BitSet {
    return this.#with(other, (one, two) => one & two);
  }

  /** What is in one of them, or in both. */
  union(other: BitSet): BitSet {
    return this.#with(other, (one, two) => one | two);
  }

  /** What is in this one alone. */
  without(other: BitSet): BitSet {
    return this.#with(other, (one, two) => one & ~two);
  }

  /** The rows, smallest first. */
  rows(): number[] {
    const rows: number[] = [];
    for (const [at, word] of this.#words.entries()) {
      for (let left = word; left !== 0; left &= left - 1) rows.push(at * 32 + 31 - Math.clz32(left & -left));
    }
    return rows;
  }

  #with(other: BitSet, both: (one: number, two: number) => number): BitSet {
    const met = new BitSet();
    met.#words = new Int32Array(Math.max(this.#words.length, other.#words.length));
    for (let at = 0; at < met.#words.length; at += 1) {
      const word = both(this.#words[at] ?? 0, other.#words[at] ?? 0);
      met.#words[at] = word;
      met.#size += bitsIn(word);
    }
    return met;
  }

  /** Makes room for a word. */
  #grow(at: number): void {
    const grown = new Int32Array(Math.max(32, at + 1, this.#words.length * 2));
    grown.set(this.#words);
    this.#words = grown;
  }
}

/** How many bits of a 32-bit word are set: counted in pairs, fours and bytes, whose counts are then added. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
