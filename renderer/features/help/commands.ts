import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What opens the pages of the help. */
export const helpCommands = [
  {
    id: 'help.open',
    writes: false,
    title: 'Help',
    group: 'Anywhere',
    keys: ['F1'],
    words: 'manual documentation guide how',
  },
] as const satisfies readonly CommandSpec[];
