/**
 * Caches results by name; beyond `max` names, the least recently used one is removed.
 * @returns `value`
 */
export function recentCache<V>(kept: Map<string, V>, name: string, value: V, max: number): V {
  kept.delete(name);
  kept.set(name, value);
  for (const [oldest] of kept) {
    if (kept.size <= max) break;
    kept.delete(oldest);
  }
  return value;
}
