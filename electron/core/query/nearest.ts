/** How many single-character changes lead from one short name to another. */
function distance(one: string, two: string): number {
  let previous = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...one].entries()) {
    const current = [row + 1];
    for (const [column, other] of [...two].entries()) {
      const kept = (previous[column] ?? 0) + (letter === other ? 0 : 1);
      current.push(Math.min(kept, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1));
    }
    previous = current;
  }
  return previous.at(-1) ?? 0;
}

/** Names longer than this are no slip of the fingers. */
const longestName = 40;

/** The known name that a mistyped one most probably stands for, or null where none comes close. */
export function nearestName(typed: string, known: readonly string[]): string | null {
  if (typed.length > longestName) return null;
  const name = typed.toLowerCase();
  const ranked = known
    .map((candidate) => ({ candidate, off: distance(name, candidate.toLowerCase()) }))
    .sort((one, two) => one.off - two.off);
  const best = ranked[0];
  if (best === undefined) return null;
  const begins = known.find((candidate) => name.length >= 3 && candidate.toLowerCase().startsWith(name));
  const allowed = Math.max(1, Math.floor(name.length / 3));
  return best.off <= allowed ? best.candidate : (begins ?? null);
}
