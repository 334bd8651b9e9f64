/*
 * Which candidate comes next. Pure: the page keeps the order and what is decided, and asks here. Rows are the store's
 * row numbers.
 */

export interface ReviewWalk {
  /** Every candidate in the order of the list, decided or not. */
  readonly order: ArrayLike<number>;
  /** Whether it waits for the person. */
  readonly isOpen: (row: number) => boolean;
  readonly skipped: ReadonlySet<number>;
}

/**
 * The next candidate to decide behind a place, around the end to its beginning. What was skipped comes once nothing
 * else is left. `from` itself comes last: null if nothing is left at all.
 * @param from place in the order; -1 begins at its head
 */
export function nextOpen(walk: ReviewWalk, from: number): number | null {
  const ahead = openBehind(walk, from);
  return ahead.find((row) => !walk.skipped.has(row)) ?? ahead[0] ?? null;
}

/** Up to `count` of those that `nextOpen` would lead to, one after the other. */
export function nextOpenOnes(walk: ReviewWalk, from: number, count: number): number[] {
  const ahead = openBehind(walk, from);
  const fresh = ahead.filter((row) => !walk.skipped.has(row));
  return (fresh.length > 0 ? fresh : ahead).slice(0, count);
}

/** The candidate at the place before, whatever became of it; null at the head. */
export function before({ order }: Pick<ReviewWalk, 'order'>, from: number): number | null {
  return from > 0 ? (order[from - 1] ?? null) : null;
}

function openBehind({ order, isOpen }: ReviewWalk, from: number): number[] {
  const rows = Array.from(order);
  const at = Math.max(0, from + 1);
  return [...rows.slice(at), ...rows.slice(0, at)].filter(isOpen);
}
