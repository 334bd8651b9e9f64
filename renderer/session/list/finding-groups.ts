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
