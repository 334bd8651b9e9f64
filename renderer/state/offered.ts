/**
 * Values that are offered to be chosen, each in one spelling: as the service names it, else as it stands most often.
 * @param named by the service, in its order
 * @param found in the engagement, the most frequent first
 */
export function offeredValues(named: readonly string[], found: readonly string[]): readonly string[] {
  const known = new Set<string>();
  return [...named, ...found].filter((value) => {
    const key = value.trim().toLowerCase();
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
