import type { ProgressEvent } from '#contract/procedures/program/progress.ts';

type SyncProgress = ProgressEvent & { readonly kind: 'sync' };

/** How far a sync is, and since when its present part runs (milliseconds since the epoch). */
export interface ProgressEstimate {
  readonly progress: SyncProgress;
  readonly since: number;
  /** Steps that were done then. */
  readonly stepsThen: number;
}

/** By what the time is told that is left: the pages of a sweep, since the service tells the end of neither. */
export function stepsOf({ pages, done, total }: SyncProgress): { done: number; total: number | null } {
  return pages === undefined ? { done, total } : { done: pages.done, total: pages.about };
}

/** The pace after another step: a new part begins to be counted anew. */
export function estimateAfter(
  before: ProgressEstimate | null,
  progress: SyncProgress,
  nowMs: number,
): ProgressEstimate {
  const samePart =
    before !== null &&
    before.progress.phase === progress.phase &&
    before.progress.project === progress.project &&
    progress.done >= before.progress.done;
  return samePart ? { ...before, progress } : { progress, since: nowMs, stepsThen: stepsOf(progress).done };
}
