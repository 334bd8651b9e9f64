/**
 * Which rows of a list are ticked, and which one is focused. Rows are named by number and not by place, so that a list
 * that was sorted or filtered again keeps what is still in it.
 */
export class Selection {
  readonly #rows: () => Uint32Array;
  #ticked = $state.raw<ReadonlySet<number>>(new Set());
  /** Row number of the focused row; null before anything was touched. */
  #cursor = $state.raw<number | null>(null);
  /** Whether the focused row is selected as long as none is ticked: a click or an arrow selects, leaving it ends that. */
  #single = $state(false);
  /** Where a range began. */
  #anchor: number | null = null;

  /** @param rows the row numbers of the list in their order */
  constructor(rows: () => Uint32Array) {
    this.#rows = rows;
  }

  /** Place of the focused row in the list, -1 if it is not in it. */
  readonly at = $derived.by(() => (this.#cursor === null ? -1 : this.#rows().indexOf(this.#cursor)));
  /** How many rows are selected: those that are ticked, else the focused one. */
  readonly size = $derived.by(() => {
    if (this.#ticked.size > 0) return this.#ticked.size;
    return this.#single && this.at !== -1 ? 1 : 0;
  });
  /** How many rows are ticked. */
  readonly ticks = $derived.by(() => this.#ticked.size);

  get cursor(): number | null {
    return this.#cursor;
  }

  /** Whether the box of a row is ticked: one that was only opened is selected, but not ticked. */
  isTicked(row: number): boolean {
    return this.#ticked.has(row);
  }

  has(row: number): boolean {
    return this.#ticked.size > 0 ? this.#ticked.has(row) : this.#single && row === this.#cursor;
  }

  /** What a command acts on: the ticked rows in their order; if none is ticked, the focused row. */
  get acted(): readonly number[] {
    if (this.#ticked.size > 0)
      return this.#rows().length === this.#ticked.size ? [...this.#rows()] : this.#inOrder();
    return this.#cursor === null || this.at === -1 ? [] : [this.#cursor];
  }

  /** Focuses another row; it is selected unless others are ticked. @param extend ticks everything from where the range began */
  move(to: number, extend: boolean): void {
    const rows = this.#rows();
    const place = Math.max(0, Math.min(rows.length - 1, to));
    const row = rows[place];
    if (row === undefined) return;
    if (extend) this.#range(place);
    else this.#anchor = row;
    this.#cursor = row;
    this.#single = true;
  }

  /** Focuses the first row if none is focused, and selects nothing. */
  focusFirst(): void {
    const [row] = this.#rows();
    if (this.at !== -1 || row === undefined) return;
    this.point(row);
    this.#single = false;
  }

  /** Selects one row alone and focuses it. */
  only(place: number): void {
    const row = this.#rows()[place];
    if (row === undefined) return;
    this.#ticked = new Set();
    this.#cursor = row;
    this.#anchor = row;
    this.#single = true;
  }

  /** Ticks a row, or takes its tick away, and focuses it. A row that was only opened stays unticked beside it. */
  tick(place: number): void {
    const row = this.#rows()[place];
    if (row === undefined) return;
    const ticked = new Set(this.#ticked);
    if (!ticked.delete(row)) ticked.add(row);
    this.#ticked = ticked;
    this.#cursor = row;
    this.#anchor = row;
    this.#single = ticked.size > 0;
  }

  /** Adds a row to the selection or takes it out, as Ctrl with a click: to a selection of one it adds. */
  toggle(place: number): void {
    const row = this.#rows()[place];
    const [only] = this.#ticked.size === 0 && this.size === 1 ? this.acted : [];
    if (row !== undefined && only !== undefined && only !== row) this.#ticked = new Set([only]);
    this.tick(place);
  }

  /** Ticks everything that the query finds, seen or not. */
  all(): void {
    this.#ticked = new Set(this.#rows());
  }

  /** Ticks or unticks the rows from one place up to, not including, another, and leaves the others as they are. */
  tickRange(from: number, end: number, isTicked: boolean): void {
    const ticked = new Set(this.#ticked);
    for (const row of this.#rows().subarray(from, end)) {
      if (isTicked) ticked.add(row);
      else ticked.delete(row);
    }
    this.#ticked = ticked;
    this.#single = ticked.size > 0;
  }

  /** How many rows from one place up to, not including, another are ticked. */
  ticksIn(from: number, end: number): number {
    if (this.#ticked.size === 0) return 0;
    if (this.#ticked.size === this.#rows().length) return end - from;
    let ticks = 0;
    for (const row of this.#rows().subarray(from, end)) if (this.#ticked.has(row)) ticks += 1;
    return ticks;
  }

  /** Ticks exactly these, and focuses the first. */
  these(rows: readonly number[]): void {
    this.#ticked = new Set(rows);
    this.point(rows[0] ?? this.#cursor);
    this.keepListed();
  }

  /** Selects nothing; the focused row stays focused. */
  none(): void {
    this.#ticked = new Set();
    this.#single = false;
  }

  /** The finding that was open is closed: a selection of one row ends with it, ticks stay. */
  leave(): void {
    this.#single = false;
  }

  /** Focuses a row by its number, whether it is listed now or not; with null none. */
  point(row: number | null): void {
    this.#cursor = row;
    this.#anchor = row;
    this.#single = row !== null;
  }

  /** Drops ticks of what is not listed any more: nothing is ever done to findings that are out of sight. */
  keepListed(): void {
    if (this.#ticked.size === 0) return;
    const kept = this.#inOrder();
    if (kept.length !== this.#ticked.size) this.#ticked = new Set(kept);
  }

  #range(to: number): void {
    const rows = this.#rows();
    const from = this.#anchor === null ? to : rows.indexOf(this.#anchor);
    const start = from === -1 ? to : from;
    this.#anchor = rows[start] ?? null;
    this.#ticked = new Set(rows.subarray(Math.min(start, to), Math.max(start, to) + 1));
  }

  #inOrder(): number[] {
    const ticked: number[] = [];
    for (const row of this.#rows()) if (this.#ticked.has(row)) ticked.push(row);
    return ticked;
  }
}
