/** A row of a list that the user orders. */
export interface OrderedItem {
  readonly id: string;
  readonly name: string;
  /** Rows of one group take each other's places. */
  readonly group: string;
  /** Within its group, counted from 1. */
  readonly place: number;
  /** How many rows its group has. */
  readonly of: number;
}
