/** A column of a table; its order and width are the person's. */
export interface TableColumn {
  readonly name: string;
  readonly label: string;
  /** CSS pixels. */
  readonly width: number;
  readonly sortable: boolean;
  /** Takes the room that is left. */
  readonly grows: boolean;
}

/** Narrower than this a column cannot be taken hold of. */
export const narrowest = 40;

/** What the boxes before the columns take, CSS pixels. */
export const boxWidth = 28;
