import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

const here = { group: 'Conflicts', screen: 'conflicts' } as const;

/** What is done with a conflict. */
export const conflictCommands = [
  { id: 'conflict.mine', writes: true, title: 'Use yours', keys: ['m', '2'], ...here },
  { id: 'conflict.theirs', writes: true, title: 'Use theirs', keys: ['t', '3'], ...here },
  { id: 'conflict.both', writes: true, title: 'Use both, mine first', keys: ['b', '4'], ...here },
  { id: 'conflict.was', writes: true, title: 'Use original', keys: ['w', '1'], ...here },
  { id: 'conflict.following', writes: false, title: 'Next choice', keys: ['j'], held: true, ...here },
  { id: 'conflict.previous', writes: false, title: 'Previous choice', keys: ['k'], held: true, ...here },
  { id: 'conflict.allMine', writes: true, title: 'Use yours for remaining', keys: ['Shift+m'], ...here },
  { id: 'conflict.allTheirs', writes: true, title: 'Use theirs for remaining', keys: ['Shift+t'], ...here },
  { id: 'conflict.write', writes: true, title: 'Edit the result', keys: ['e'], ...here },
  { id: 'conflict.settle', writes: true, title: 'Resolve and go to next', keys: ['Mod+Enter'], ...here },
  { id: 'conflict.cause', writes: true, title: 'Resolve all with this cause', keys: ['a'], ...here },
  { id: 'conflict.undo', writes: true, title: 'Undo last resolution', keys: ['z'], ...here },
  {
    id: 'conflict.next',
    writes: false,
    title: 'Next conflict',
    keys: ['Alt+ArrowDown'],
    held: true,
    ...here,
  },
  {
    id: 'conflict.before',
    writes: false,
    title: 'Previous conflict',
    keys: ['Alt+ArrowUp'],
    held: true,
    ...here,
  },
] as const satisfies readonly CommandSpec[];
