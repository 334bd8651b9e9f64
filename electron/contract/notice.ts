/** Something that happened to a vault and is told until a user has acknowledged it. */
export interface VaultNotice {
  readonly id: string;
  readonly kind: 'rescue' | 'copied';
  /** When it happened (ISO 8601). */
  readonly at: string;
  /** What happened and what to do, a sentence each; without values of any row. */
  readonly sentences: readonly string[];
}

/** A notice as it is told: `isNew` for the first one who is told. */
export interface ToldNotice extends VaultNotice {
  readonly isNew: boolean;
  /** Whether it is told until a person acknowledges it. */
  readonly stays: boolean;
}
