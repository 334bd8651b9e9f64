/** Names longer than this (characters) are no slip of the fingers. */
const longestName = 40;

/**
 * The known name that a mistyped one most probably stands for, or null if none comes close. One character in
 * three may be added, dropped, changed or swapped with its neighbour. The beginning of a name (three
 * characters or more) also stands for all of it. Ignores case.
 */
export function nearestName(typed: string, known: readonly string[]): string | null {
  if (typed.length > longestName) return null;
  const name = typed.toLowerCase();
  const ranked = known
    .map((candidate) => ({ candidate, off: changesBetween(name, candidate.toLowerCase()) }))
    .sort((one, two) => one.off - two.off);
  const best = ranked[0];
  if (best === undefined) return null;
  if (best.off <= Math.max(1, Math.floor(name.length / 3))) return best.candidate;
  const begins = known.find((candidate) => candidate.toLowerCase().startsWith(name));
  return name.length >= 3 && begins !== undefined ? begins : null;
}

/** How many single changes lead from one short name to another (optimal string alignment distance). */
export function changesBetween(one: string, two: string): number {
  const [from, to] = [[...one], [...two]];
  let previous: readonly number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, letter] of from.entries()) {
    const next = [i + 1];
    for (const [j, other] of to.entries()) {
      const kept = (row[j] ?? 0) + (letter === other ? 0 : 1);
      const swaps = i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other;
      const swapped = swaps ? (previous[j - 1] ?? 0) + 1 : Infinity;
      next.push(Math.min(kept, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    previous = row;
    row = next;
  }
  return row.at(-1) ?? 0;
}
