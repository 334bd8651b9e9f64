/*
 * What things are, for readers who hear a report instead of looking at it. Every line says to which element it belongs;
 * what says nothing is decoration. The tree of elements is written when pages are drawn, see `structure.ts`.
 */
export type RoleType =
  | `H${1 | 2 | 3 | 4 | 5 | 6}`
  | 'P'
  | 'BlockQuote'
  | 'Code'
  | 'L'
  | 'LI'
  | 'Lbl'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Caption'
  | 'Figure'
  | 'TOC'
  | 'TOCI'
  | 'Reference';

/**
 * An element. All that is drawn with the same object is one element, also over several lines or pages; elements follow
 * in the order of their first words.
 */
export interface Role {
  readonly type: RoleType;
  /** The element that it is part of; null: the document. */
  readonly under: Role | null;
  /** What a picture shows, in words. */
  readonly alt?: string;
  /** What a cell is the head of. */
  readonly scope?: 'Row' | 'Column';
  /** How many columns and rows a cell covers, if it is more than one. */
  readonly colSpan?: number;
  readonly rowSpan?: number;
}

/** How a run is read that does not stand where it is read, or is drawn otherwise than it is written. */
export interface Heard {
  /** Its place among the runs of its line. */
  readonly at: number;
  readonly written: string;
  /** Tag of its language, if it is not the document's. */
  readonly lang?: string;
}

/** A new element. */
export function role(
  type: RoleType,
  under: Role | null = null,
  more: Pick<Role, 'alt' | 'scope' | 'colSpan' | 'rowSpan'> = {},
): Role {
  return { type, under, ...more };
}

const headings = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6'] as const;

/** A heading; below the sixth level there is none. */
export function headingRole(level: number, under: Role | null = null): Role {
  return role(headings[level - 1] ?? 'H6', under);
}
