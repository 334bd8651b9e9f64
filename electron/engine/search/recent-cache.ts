/**
 * Caches results by name; beyond `most` names, the least recently used one is removed.
 * @returns `value`
 */
export function recentCache<V>(kept: Map<string, V>, name: string, value: V, most: number): V {
  kept.delete(name);
  kept.set(name, value);
  for (const [oldest] of kept) {
    if (kept.size <= most) break;
    kept.delete(oldest);
  }
  return value;
}
