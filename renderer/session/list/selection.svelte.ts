/**
 * Which rows of a list are chosen, and where the cursor stands. Rows are named by number and not by place, so that
 * a list that was sorted or filtered again keeps what is still in it.
 */
export class Selection {
  readonly #rows: () => Uint32Array;
  #chosen = $state.raw<ReadonlySet<number>>(new Set());
  /** Row number under the cursor; null before anything was touched. */
  #cursor = $state.raw<number | null>(null);
  /** Where a range began. */
  #anchor: number | null = null;
  /** Whether the user chose more than by opening a row. */
  #ticked = $state(false);

  /** @param rows the row numbers of the list in their order */
  constructor(rows: () => Uint32Array) {
    this.#rows = rows;
  }

  readonly size = $derived.by(() => this.#chosen.size);
  /** Place of the cursor in the list, -1 if it is not in it. */
  readonly at = $derived.by(() => (this.#cursor === null ? -1 : this.#rows().indexOf(this.#cursor)));

  get cursor(): number | null {
    return this.#cursor;
  }

  /** Whether the box of a row is ticked: one that was only opened is chosen, but not ticked. */
  isTicked(row: number): boolean {
    return this.#ticked && this.#chosen.has(row);
  }

  has(row: number): boolean {
    return this.#chosen.has(row);
  }

  /** The chosen rows; if none is chosen, the one under the cursor. */
  get acted(): readonly number[] {
    if (this.#chosen.size > 0)
      return this.#rows().length === this.#chosen.size ? [...this.#rows()] : this.#inOrder();
    return this.#cursor === null || this.at === -1 ? [] : [this.#cursor];
  }

  /** Moves the cursor. @param extend chooses everything from where the range began */
  move(to: number, extend: boolean): void {
    const rows = this.#rows();
    const place = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[place];
    if (row === undefined) return;
    if (extend) this.#range(place);
    else this.#anchor = row;
    this.#cursor = row;
  }

  /** Chooses one row alone and puts the cursor on it. */
  only(place: number): void {
    const row = this.#rows()[place];
    if (row === undefined) return;
    this.#chosen = new Set([row]);
    this.#ticked = false;
    this.#cursor = row;
    this.#anchor = row;
  }

  /** Adds a row or takes it out, and puts the cursor on it. A row that was only opened is added. */
  toggle(place: number): void {
    const row = this.#rows()[place];
    if (row === undefined) return;
    const chosen = new Set(this.#chosen);
    if (this.isTicked(row)) chosen.delete(row);
    else chosen.add(row);
    this.#chosen = chosen;
    this.#ticked = true;
    this.#cursor = row;
    this.#anchor = row;
  }

  /** Chooses everything that the query finds, seen or not. */
  all(): void {
    this.#chosen = new Set(this.#rows());
    this.#ticked = true;
  }

  /** Chooses exactly these, with the cursor on the first. */
  these(rows: readonly number[]): void {
    this.#chosen = new Set(rows);
    this.#ticked = true;
    this.point(rows[0] ?? this.#cursor ?? 0);
    this.keepListed();
  }

  none(): void {
    this.#chosen = new Set();
  }

  /** Puts the cursor on a row by its number, whether it is listed now or not. */
  point(row: number): void {
    this.#cursor = row;
    this.#anchor = row;
  }

  /** Drops what is not listed any more: nothing is ever done to findings that are out of sight. */
  keepListed(): void {
    if (this.#chosen.size === 0) return;
    const kept = this.#inOrder();
    if (kept.length !== this.#chosen.size) this.#chosen = new Set(kept);
  }

  #range(to: number): void {
    const rows = this.#rows();
    const from = this.#anchor === null ? to : rows.indexOf(this.#anchor);
    const start = from === -1 ? to : from;
    this.#anchor = rows[start] ?? null;
    this.#chosen = new Set(rows.subarray(Math.min(start, to), Math.max(start, to) + 1));
    this.#ticked = true;
  }

  #inOrder(): number[] {
    const chosen: number[] = [];
    for (const row of this.#rows()) if (this.#chosen.has(row)) chosen.push(row);
    return chosen;
  }
}
