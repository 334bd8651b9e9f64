import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

const here = { group: 'Conflicts', screen: 'conflicts' } as const;

/** What is done with a conflict. */
export const conflictCommands = [
  { id: 'conflict.mine', title: 'Use mine', keys: ['m', '2'], ...here },
  { id: 'conflict.theirs', title: 'Use theirs', keys: ['t', '3'], ...here },
  { id: 'conflict.both', title: 'Use both, mine first', keys: ['b', '4'], ...here },
  { id: 'conflict.was', title: 'Use original', keys: ['w', '1'], ...here },
  { id: 'conflict.following', title: 'Next choice', keys: ['j'], held: true, ...here },
  { id: 'conflict.previous', title: 'Previous choice', keys: ['k'], held: true, ...here },
  { id: 'conflict.allMine', title: 'Use mine for remaining', keys: ['Shift+m'], ...here },
  { id: 'conflict.allTheirs', title: 'Use theirs for remaining', keys: ['Shift+t'], ...here },
  { id: 'conflict.write', title: 'Edit the result', keys: ['e'], ...here },
  { id: 'conflict.settle', title: 'Resolve and go to next', keys: ['Mod+Enter'], ...here },
  { id: 'conflict.cause', title: 'Resolve all with this cause', keys: ['a'], ...here },
  { id: 'conflict.undo', title: 'Undo last resolution', keys: ['z'], ...here },
  { id: 'conflict.next', title: 'Next conflict', keys: ['Alt+ArrowDown'], held: true, ...here },
  { id: 'conflict.before', title: 'Previous conflict', keys: ['Alt+ArrowUp'], held: true, ...here },
] as const satisfies readonly CommandSpec[];
