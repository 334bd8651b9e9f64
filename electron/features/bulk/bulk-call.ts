import type { BulkProgress } from '#contract/procedures/findings/bulk.ts';

/** What a long piece of work over many findings is told by and ended with. */
export interface BulkCall {
  readonly signal: AbortSignal;
  readonly progress: (event: BulkProgress) => void;
}
