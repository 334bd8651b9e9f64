/** Which question about retests stands before the person. */
export type RetestContext =
  /** Findings by their row numbers, frozen when the person asked. */
  | { readonly kind: 'give'; readonly project: string; readonly rows: readonly number[] }
  | { readonly kind: 'rounds'; readonly project: string };
