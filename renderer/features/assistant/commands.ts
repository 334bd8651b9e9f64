import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What the assistant is asked for, and what it wrote. */
export const assistantCommands = [
  {
    id: 'assistant.demonstration',
    writes: true,
    sends: 'ai-demonstration',
    title: 'Have the assistant draft a demonstration',
    group: 'Findings',
    keys: [],
    screen: 'findings',
  },
  {
    id: 'assistant.merge',
    writes: true,
    sends: 'ai-merge',
    title: 'Have the assistant propose a merge of the selected findings',
    group: 'Findings',
    keys: [],
    screen: 'findings',
  },
  {
    id: 'assistant.drafts',
    writes: false,
    title: 'What the assistant wrote',
    group: 'Findings',
    keys: [],
    screen: 'findings',
  },
] as const satisfies readonly CommandSpec[];
