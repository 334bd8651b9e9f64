import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

const here = { group: 'Review', screen: 'review' } as const;

/** Deciding on candidates one after the other. */
export const reviewCommands = [
  { ...here, id: 'review.accept', title: 'Accept the candidate', keys: ['a'] },
  { ...here, id: 'review.reject', title: 'Reject the candidate', keys: ['r'] },
  { ...here, id: 'review.edit', title: 'Edit the candidate', keys: ['e'] },
  { ...here, id: 'review.comment', title: 'Write a comment', keys: ['c'] },
  { ...here, id: 'review.skip', title: 'Skip the candidate', keys: ['s', 'ArrowRight'] },
  { ...here, id: 'review.back', title: 'Previous candidate', keys: ['ArrowLeft'] },
  { ...here, id: 'review.undo', title: 'Undo the last decision', keys: ['z', 'Mod+z'] },
  { ...here, id: 'review.redo', title: 'Redo the decision', keys: ['Shift+z', 'Mod+Shift+z', 'Mod+y'] },
  { ...here, id: 'review.seen', title: 'I have seen what changed', keys: ['v'] },
] as const satisfies readonly CommandSpec[];
