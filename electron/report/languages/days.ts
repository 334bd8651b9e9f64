/** Year, month (from 1) and day of a date or time in ISO form, as it is written there; null if it has none. */
export function isoDay(
  iso: string,
): { readonly year: number; readonly month: number; readonly day: number } | null {
  const found = /^(\d{4})-(\d{2})-(\d{2})/.exec(iso);
  return found === null ? null : { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) };
}
