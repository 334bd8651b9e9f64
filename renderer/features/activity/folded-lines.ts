import type { SentSitting } from '#contract/procedures/program/activity.ts';

/** A line of the list: the heading of a sitting, or an entry by its place among all that are looked for. */
export type ActivityLine =
  | { readonly kind: 'sitting'; readonly sitting: SentSitting; readonly open: boolean }
  | { readonly kind: 'entry'; readonly at: number };

/** The lines of some sittings, the newest first; one of a single entry has no heading. */
export function foldedLines(
  sittings: readonly SentSitting[],
  isOpen: (sitting: SentSitting, at: number) => boolean,
): readonly ActivityLine[] {
  const lines: ActivityLine[] = [];
  let first = 0;
  for (const [at, sitting] of sittings.entries()) {
    const open = isOpen(sitting, at);
    if (sitting.entries > 1) lines.push({ kind: 'sitting', sitting, open });
    if (open) for (let n = 0; n < sitting.entries; n += 1) lines.push({ kind: 'entry', at: first + n });
    first += sitting.entries;
  }
  return lines;
}
