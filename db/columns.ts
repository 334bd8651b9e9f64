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

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

/** The texts of a JSON array; anything else in it is left out. */
export function textsIn(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
