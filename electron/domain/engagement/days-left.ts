const dayMs = 86_400_000;

/**
 * How many days there are from one day to another (`2026-11-21`); less than 0 if the other is earlier.
 * Null for a text that is no day.
 */
export function daysUntil(day: string, from: string): number | null {
  const days = (Date.parse(day) - Date.parse(from)) / dayMs;
  return Number.isInteger(days) ? days : null;
}

/** How long the tests still last, as words: `3 days left`, `Last day`, `2 days over`. */
export function daysLeftText(days: number): string {
  if (days === 0) return 'Last day';
  const count = Math.abs(days) === 1 ? '1 day' : `${String(Math.abs(days))} days`;
  return `${count} ${days > 0 ? 'left' : 'over'}`;
}
