/** Row numbers are those of the store, dense from 1; a list with one beyond this is not held, it would cost too much. */
const maxRows = 10_000_000;

/**
 * The rows of a list that is refreshed while a user works in it. Rows keep their order, deleted ones go, and new ones
 * come behind their predecessor.
 * @param shown as they stand now
 * @param fresh as the list's order wants them now
 * @returns `moved`: the order wants some that stay elsewhere
 */
export function heldOrder(shown: Uint32Array, fresh: Uint32Array): { rows: Uint32Array; moved: boolean } {
  const last = fresh.reduce((max, row) => Math.max(max, row), 0);
  if (shown.length === 0 || last > maxRows) return { rows: fresh, moved: false };
  /** Of each row its place in the fresh list, counted from 1; 0 if it is not in it. */
  const places = new Uint32Array(last + 1);
  for (let at = 0; at < fresh.length; at += 1) places[fresh[at] ?? 0] = at + 1;
  const stays = new Uint8Array(last + 1);
  let before = 0;
  let moved = false;
  for (const row of shown) {
    const place = places[row] ?? 0;
    if (place === 0) continue;
    stays[row] = 1;
    moved ||= place < before;
    before = place;
  }
  return moved ? { rows: merged(shown, fresh, places, stays), moved } : { rows: fresh, moved };
}

/**
 * The fresh rows of a list with one more that stays although its query does not find it: behind the row that it stood
 * behind.
 * @param shown as they stand now
 */
export function withHeld(shown: Uint32Array, fresh: Uint32Array, held: number): Uint32Array {
  const at = shown.indexOf(held);
  if (at === -1 || fresh.includes(held)) return fresh;
  const before = shown.subarray(0, at).findLast((row) => fresh.includes(row));
  const place = before === undefined ? 0 : fresh.indexOf(before) + 1;
  const rows = new Uint32Array(fresh.length + 1);
  rows.set(fresh.subarray(0, place));
  rows[place] = held;
  rows.set(fresh.subarray(place), place + 1);
  return rows;
}

/** The rows of a list with one at the top that was made a moment ago, unless they have it; null for none. */
export function withMade(fresh: Uint32Array, made: number | null): Uint32Array {
  return made === null || fresh.includes(made) ? fresh : Uint32Array.of(made, ...fresh);
}

function merged(shown: Uint32Array, fresh: Uint32Array, places: Uint32Array, stays: Uint8Array): Uint32Array {
  const rows = new Uint32Array(fresh.length);
  let end = 0;
  /** Those that are new, from a place of the fresh list up to the next one that stays. */
  function follow(from: number): void {
    for (let at = from; at < fresh.length && stays[fresh[at] ?? 0] === 0; at += 1) {
      rows[end] = fresh[at] ?? 0;
      end += 1;
    }
  }
  follow(0);
  for (const row of shown) {
    if ((stays[row] ?? 0) === 0) continue;
    rows[end] = row;
    end += 1;
    follow(places[row] ?? 0);
  }
  return rows;
}
