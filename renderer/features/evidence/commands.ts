import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What is done with the images of the open finding. */
export const evidenceCommands = [
  {
    id: 'finding.image',
    writes: true,
    title: 'Add images',
    group: 'Findings',
    keys: [],
    screen: 'findings',
    words: 'screenshot evidence picture',
  },
] as const satisfies readonly CommandSpec[];
