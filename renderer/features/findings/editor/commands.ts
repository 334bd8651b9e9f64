import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What is done in the open finding. */
export const editorCommands = [
  {
    id: 'finding.cvss',
    writes: true,
    title: 'CVSS calculator',
    group: 'Findings',
    keys: [],
    screen: 'findings',
    words: 'score vector',
  },
] as const satisfies readonly CommandSpec[];
