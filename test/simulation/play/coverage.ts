/** Counts of what a run covered, by what it was. */
export type Counts = Record<string, number>;

export function count(counts: Counts, what: string, by = 1): void {
  counts[what] = (counts[what] ?? 0) + by;
}

export function addCounts(to: Counts, more: Readonly<Counts>): void {
  for (const [what, by] of Object.entries(more)) count(to, what, by);
}

/** The counts as lines, parted by their first word, largest first. */
export function coverageLines(counts: Readonly<Counts>): string[] {
  const groups = new Map<string, [string, number][]>();
  for (const [what, times] of Object.entries(counts)) {
    const [group = ''] = what.split(':', 1);
    groups.set(group, [...(groups.get(group) ?? []), [what.slice(group.length + 2), times]]);
  }
  return [...groups].map(([group, entries]) => {
    const sorted = entries.sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
    return `${group}: ${sorted.map(([what, times]) => `${what} ${times.toLocaleString('en-US')}`).join(', ')}`;
  });
}
