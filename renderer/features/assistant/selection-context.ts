/** A question that stands in the queue: its operation, and what it is about. */
interface AskedBefore {
  readonly op: string;
  readonly finding: string;
  readonly others: readonly string[];
}

/** What about the assistant stands before the person. */
export type AssistantContext =
  /** A question that is to be asked: a demonstration for a finding or, with others, a merge of them into it. */
  | {
      readonly kind: 'ask';
      readonly finding: string;
      readonly others: readonly string[];
      /** An earlier question in whose place it is asked. */
      readonly again?: string;
    }
  /** A question that waits for a confirmation. */
  | ({ readonly kind: 'confirm' } & AskedBefore)
  /** A question that may have run. */
  | ({ readonly kind: 'unknown' } & AskedBefore)
  /** What it wrote, by the operation that asked for it. */
  | { readonly kind: 'review'; readonly op: string }
  | { readonly kind: 'drafts'; readonly project: string };
