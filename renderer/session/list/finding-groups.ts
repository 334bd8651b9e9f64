import type { FindingGroups } from '#contract/procedures/findings/lists.ts';
import { decodeRows } from '../values/row-numbers.ts';

/** Which group each finding is in. */
export interface GroupIndex {
  readonly names: readonly string[];
  /** By row number. */
  readonly groupOf: ReadonlyMap<number, number>;
}

/** A group where it stands in a list. */
export interface ListGroup {
  /** The place of its first row. */
  readonly place: number;
  readonly name: string;
  readonly count: number;
}

/** An answer of the program as an index. @throws ApiError 'internal' for what is no list of 32-bit words */
export function groupIndex({ names, rows, groups }: FindingGroups): GroupIndex {
  const numbers = decodeRows(groups);
  return { names, groupOf: new Map(Array.from(decodeRows(rows), (row, at) => [row, numbers[at] ?? 0])) };
}

/** The groups of a list in their order. A row of no known group belongs to the one above it. */
export function groupsOf(rows: Uint32Array, { names, groupOf }: GroupIndex): readonly ListGroup[] {
  const starts: { readonly place: number; readonly group: number }[] = [];
  rows.forEach((row, place) => {
    const group = groupOf.get(row) ?? starts.at(-1)?.group ?? 0;
    if (starts.at(-1)?.group !== group) starts.push({ place, group });
  });
  return starts.map(({ place, group }, at) => ({
    place,
    name: names[group] ?? '',
    count: (starts[at + 1]?.place ?? rows.length) - place,
  }));
}

/** A list in which some groups show only their line: that line stands where their rows stood. */
export interface FoldedList {
  /** The row number on each line; of a folded group its first row. */
  readonly rows: Uint32Array;
  /** The place of each of them in the whole list. */
  readonly places: Uint32Array;
  /** The folded groups by the line that they are. */
  readonly folded: ReadonlyMap<number, ListGroup>;
  /** Groups above their rows, at the line of the first row; one row alone has no group line. */
  readonly open: readonly ListGroup[];
  /** The lines of rows that are alone in their group and stand below those of another one. */
  readonly breaks: ReadonlySet<number>;
}

/** A list with its groups as they are shown. @param folded names of groups */
export function foldedList(
  rows: Uint32Array,
  groups: readonly ListGroup[],
  folded: ReadonlySet<string>,
): FoldedList {
  const isFolded = ({ name, count }: ListGroup): boolean => count > 1 && folded.has(name);
  const lines = new Map<number, ListGroup>();
  const open: ListGroup[] = [];
  const breaks = new Set<number>();
  let line = 0;
  let above = 1;
  for (const group of groups) {
    if (isFolded(group)) lines.set(line, group);
    else if (group.count > 1) open.push({ ...group, place: line });
    else if (above > 1) breaks.add(line);
    above = isFolded(group) ? 1 : group.count;
    line += above;
  }
  if (lines.size === 0) return { rows, places: new Uint32Array(), folded: lines, open, breaks };
  const places = new Uint32Array(line);
  let at = 0;
  for (const group of groups) {
    const end = group.place + (isFolded(group) ? 1 : group.count);
    for (let place = group.place; place < end; place += 1) places[at++] = place;
  }
  return { rows: places.map((place) => rows[place] ?? 0), places, folded: lines, open, breaks };
}

/** The place in the whole list of what stands on a line. */
export function placeOfLine({ places, folded }: FoldedList, line: number): number {
  return folded.size === 0 ? line : (places[line] ?? -1);
}

/** The line on which a row of the whole list stands, or its folded group; -1 for none. */
export function lineOfPlace({ places, folded }: FoldedList, place: number): number {
  if (folded.size === 0 || place < 0) return place;
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] ?? 0) > place) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}
