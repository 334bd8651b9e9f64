import type { WorkingState } from '#contract/value-lists.ts';
import { workingStateLabel } from '#domain/finding/value-labels.ts';
import { counted } from '#renderer/ui/text/format.ts';

/** What leads to a state: "Mark as ready for review". */
export function markName(state: WorkingState): string {
  return `Mark as ${workingStateLabel(state).toLowerCase()}`;
}

/** What was done: "Marked as reviewed.", "3 findings marked as reviewed." */
export function markedText(count: number, state: WorkingState): string {
  const as = `as ${workingStateLabel(state).toLowerCase()}.`;
  return count === 1 ? `Marked ${as}` : `${counted(count, 'finding')} marked ${as}`;
}
