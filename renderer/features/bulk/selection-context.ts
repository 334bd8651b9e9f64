import type { BulkWork } from '#renderer/session/bulk.svelte.ts';

/** Which question about many findings stands before the person. */
export type BulkContext =
  | { readonly kind: 'action'; readonly work: BulkWork }
  | { readonly kind: 'results'; readonly bulk: string }
  | { readonly kind: 'recent'; readonly project: string };

/** What the engagement holds, for completion. */
export interface BulkValues {
  readonly severities: readonly string[];
  readonly statuses: readonly string[];
  readonly tags: readonly string[];
  readonly assets: readonly string[];
}
