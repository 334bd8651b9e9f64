import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

const here = { group: 'Conflicts', screen: 'conflicts' } as const;

/** What is done with a conflict. */
export const conflictCommands = [
  { id: 'conflict.mine', title: 'Take mine', keys: ['m', '2'], ...here },
  { id: 'conflict.theirs', title: 'Take theirs', keys: ['t', '3'], ...here },
  { id: 'conflict.both', title: 'Take both, mine first', keys: ['b', '4'], ...here },
  { id: 'conflict.was', title: 'Take what it was', keys: ['w', '1'], ...here },
  { id: 'conflict.following', title: 'The next thing to decide', keys: ['j'], held: true, ...here },
  { id: 'conflict.previous', title: 'The previous thing to decide', keys: ['k'], held: true, ...here },
  { id: 'conflict.allMine', title: 'Mine for the rest', keys: ['Shift+m'], ...here },
  { id: 'conflict.allTheirs', title: 'Theirs for the rest', keys: ['Shift+t'], ...here },
  { id: 'conflict.write', title: 'Write the result by hand', keys: ['e'], ...here },
  { id: 'conflict.settle', title: 'Settle, and to the next conflict', keys: ['Mod+Enter'], ...here },
  { id: 'conflict.cause', title: 'One answer for all of this cause', keys: ['a'], ...here },
  { id: 'conflict.undo', title: 'Undo what was settled last', keys: ['z'], ...here },
  { id: 'conflict.next', title: 'The next conflict', keys: ['Alt+ArrowDown'], held: true, ...here },
  { id: 'conflict.before', title: 'The previous conflict', keys: ['Alt+ArrowUp'], held: true, ...here },
] as const satisfies readonly CommandSpec[];
