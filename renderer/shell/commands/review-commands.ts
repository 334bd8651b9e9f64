import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

const here = { group: 'Review', screen: 'review' } as const;

/** Deciding on candidates one after the other. */
export const reviewCommands = [
  { ...here, id: 'review.accept', writes: true, title: 'Accept the candidate', keys: ['a'] },
  { ...here, id: 'review.reject', writes: true, title: 'Reject the candidate', keys: ['r'] },
  { ...here, id: 'review.acceptAll', writes: true, title: 'Accept several candidates', keys: ['Shift+a'] },
  { ...here, id: 'review.rejectAll', writes: true, title: 'Reject several candidates', keys: ['Shift+r'] },
  { ...here, id: 'review.edit', writes: true, title: 'Edit the candidate', keys: ['e'] },
  { ...here, id: 'review.comment', writes: true, title: 'Write a comment', keys: ['c'] },
  { ...here, id: 'review.skip', writes: false, title: 'Skip the candidate', keys: ['s', 'ArrowRight'] },
  { ...here, id: 'review.back', writes: false, title: 'Previous candidate', keys: ['ArrowLeft'] },
  { ...here, id: 'review.undo', writes: true, title: 'Undo the last decision', keys: ['z', 'Mod+z'] },
  {
    ...here,
    id: 'review.redo',
    writes: true,
    title: 'Redo the decision',
    keys: ['Shift+z', 'Mod+Shift+z', 'Mod+y'],
  },
  { ...here, id: 'review.seen', writes: false, title: 'I have seen what changed', keys: ['v'] },
] as const satisfies readonly CommandSpec[];
