/*
 * JSON arrays in columns that this program wrote: read back by their type, so that a damaged row shows as empty
 * instead of breaking the list around it.
 */

/** The numbers of a JSON array; anything else in it is left out. */
export function numbersIn(json: string): number[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'number') : [];
}

/** The texts of a JSON array; anything else in it is left out. */
export function textsIn(json: string): string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}
