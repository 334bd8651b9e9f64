import type { WorkingState } from '#contract/value-lists.ts';
import { workingStateLabel } from '#domain/finding/labels/value-labels.ts';
import { isolate } from '#renderer/ui/text/bidi-isolation.ts';
import { findingWords } from '#renderer/session/values/finding-words.ts';

/** What leads to a state: "Mark as ready for review". */
export function markName(state: WorkingState): string {
  return `Mark as ${workingStateLabel(state).toLowerCase()}`;
}

/** What was done: "“Open port” marked as reviewed.", "3 findings marked as reviewed." */
export function markedText(count: number, state: WorkingState, name: string | null): string {
  return `${findingWords(count, name)} marked as ${workingStateLabel(state).toLowerCase()}.`;
}

/** What an undone mark says. */
export function unmarkedText(count: number, name: string | null): string {
  return `Mark of ${findingWords(count, name)} undone.`;
}

/** What was done: "“Open port” assigned to Mara.", "3 findings assigned to nobody." */
export function assignedText(count: number, assignee: string, name: string | null): string {
  return `${findingWords(count, name)} assigned to ${assignee === '' ? 'nobody' : isolate(assignee)}.`;
}

/** What an undone assignment says. */
export function unassignedText(count: number, name: string | null): string {
  return `Assignment of ${findingWords(count, name)} undone.`;
}

/** Texts of the dialog that assigns findings. */
export const assignStrings = {
  label: 'Assignee',
  hint: 'Kept in this vault and never sent. Leave empty for nobody.',
  known: 'Names used before',
  assign: 'Assign',
  unassign: 'Assign to nobody',
} as const;

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
  reply: 'Reply',
  replyText: 'Reply to the comment',
  addReply: 'Add reply',
  replies: (count: number) => (count === 1 ? '1 reply' : `${String(count)} replies`),
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
