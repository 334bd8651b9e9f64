import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What is done with retests beside the list of findings. */
export const retestCommands = [
  {
    id: 'retest.give',
    writes: true,
    title: 'Set retest result',
    group: 'Findings',
    keys: ['f'],
    screen: 'findings',
  },
  {
    id: 'retest.rounds',
    writes: false,
    title: 'Retest rounds',
    group: 'Findings',
    keys: ['g t'],
    screen: 'findings',
  },
] as const satisfies readonly CommandSpec[];
