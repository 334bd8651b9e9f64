/*
 * Where rows stand in a table with headings above groups of them. A heading has a line of its own and is no row: places,
 * cursor and selection know nothing of it.
 */

/** A heading above the row at a place. */
export interface GroupHeading {
  readonly place: number;
  /** Tells it from other groups. */
  readonly name: string;
  readonly label: string;
  /** How many rows stand under it. */
  readonly count: number;
}

/** How many rows of a group are ticked. */
export type TickedRows = 'none' | 'some' | 'all';

/** The line that a row stands on, from 0. @param headings in the order of their places */
export function lineOf(headings: readonly GroupHeading[], place: number): number {
  return place + firstAt(headings, ({ place: at }) => at > place);
}

/** The first row on a line or behind it. */
export function placeAt(headings: readonly GroupHeading[], line: number): number {
  // The heading with number n stands on the line `place + n`.
  const above = firstAt(headings, ({ place }, at) => place + at >= line);
  return line - above;
}

/** The headings on lines from `first` up to, not including, `end`, each with its line. */
export function headingsIn(
  headings: readonly GroupHeading[],
  first: number,
  end: number,
): readonly { readonly heading: GroupHeading; readonly line: number }[] {
  const shown: { heading: GroupHeading; line: number }[] = [];
  for (let at = firstAt(headings, ({ place }, number) => place + number >= first); ; at += 1) {
    const heading = headings[at];
    if (heading === undefined || heading.place + at >= end) return shown;
    shown.push({ heading, line: heading.place + at });
  }
}

/** The number of the first heading that meets a test which all behind it meet as well. */
function firstAt(
  headings: readonly GroupHeading[],
  meets: (heading: GroupHeading, at: number) => boolean,
): number {
  let [low, high] = [0, headings.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const heading = headings[middle];
    if (heading === undefined || meets(heading, middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
