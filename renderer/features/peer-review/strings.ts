import type { WorkingState } from '#contract/value-lists.ts';
import { workingStateLabel } from '#domain/finding/labels/value-labels.ts';
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

/** Texts of comments, beside a finding and of an engagement. */
export const commentStrings = {
  title: 'Comments',
  notes: 'Notes',
  local: 'Kept in this vault and never sent. Printed only if you turn that on for a report.',
  field: 'New comment',
  note: 'New note',
  add: 'Add comment',
  addNote: 'Add note',
  none: 'No comments yet.',
  noNotes: 'No notes yet.',
  changed: 'The passage has changed',
  edited: 'edited',
  resolved: (count: number) => `Resolved (${String(count)})`,
  removed: 'Comment deleted.',
  restored: 'Comment restored.',
} as const;

/** Texts of what changed since a finding was marked ready for review. */
export const readyStrings = {
  changed: (at: string) => `Changed since it was marked ready for review, ${at}:`,
  keep: 'Keep change',
  keepAll: 'Keep all',
  restore: 'Restore',
} as const;
