/*
 * JSON arrays as this program or SQLite wrote them: an entry of another type is left out instead of being taken for
 * what it is not. A text that is no JSON cannot come out of an authenticated page, and throws.
 */

/** The numbers of a JSON array; anything else in it is left out. */
export function numbersIn(json: string): number[] {
  const value: unknown = JSON.parse(json);
  if (!Array.isArray(value)) return [];
  // 100,000 of them are not copied for an entry that is hardly ever there.
  return value.every(isNumber) ? value : value.filter(isNumber);
}

/**
 * The row numbers of a JSON array that SQLite made of row numbers alone. Read by hand into one piece of memory: as an
 * array, 100,000 of them fill half of a reader thread's young heap.
 */
export function rowsIn(json: string): Uint32Array {
  // The shortest is a digit and the sign behind it.
  const rows = new Uint32Array(json.length >> 1);
  let count = 0;
  let row = 0;
  for (let at = 1; at < json.length && json !== '[]'; at += 1) {
    const digit = json.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      row = row * 10 + digit;
      continue;
    }
    rows[count] = row;
    count += 1;
    row = 0;
  }
  return rows.slice(0, count);
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** The texts of a JSON array; anything else in it is left out. */
export function textsIn(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
