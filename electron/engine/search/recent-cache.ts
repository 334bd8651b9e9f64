/**
 * Keeps what was asked for under a name, as the newest; of more than `most` names the one that was not asked for the longest
 * is the first to go.
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
