/** The candidate that a mistyped word most likely means, if one is close (at most two letters off). */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  if (word.length > 40) return undefined;
  const close = candidates
    .map((candidate) => ({
      candidate,
      distance: distanceBetween(word.toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(({ distance, candidate }) => distance <= Math.min(2, candidate.length - 2))
    .sort((a, b) => a.distance - b.distance);
  return close[0]?.candidate;
}

/** Levenshtein: how many letters to add, drop or change. */
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
