/** Which question about retests stands before the person. */
export type RetestContext =
  /** Findings by their row numbers, frozen when the person asked. */
  | {
      readonly kind: 'give';
      readonly project: string;
      readonly rows: readonly number[];
      /** The title of the finding, if it is one and its title is known. */
      readonly name: string | null;
    }
  | { readonly kind: 'rounds'; readonly project: string };
