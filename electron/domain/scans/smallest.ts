/**
 * The first of many values in their order, each once: whatever order they come in, the same ones are kept. What comes after
 * the limit is counted and not kept.
 */
export class Smallest<T> {
  readonly #limit: number;
  readonly #kept: { readonly key: string; readonly value: T }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(key: string, value: T): void {
    const at = this.#placeOf(key);
    if (at >= this.#limit || this.#kept[at]?.key === key) return;
    this.#kept.splice(at, 0, { key, value });
    if (this.#kept.length > this.#limit) this.#kept.pop();
  }

  values(): T[] {
    return this.#kept.map(({ value }) => value);
  }

  /** The first place whose key is not before this one. */
  #placeOf(key: string): number {
    let from = 0;
    let to = this.#kept.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if ((this.#kept[middle]?.key ?? '') < key) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}
