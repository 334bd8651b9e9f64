import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** How far the chosen findings are before their report. */
export const peerReviewCommands = [
  {
    id: 'findings.ready',
    title: 'Mark as ready for review',
    group: 'Findings',
    keys: ['w'],
    screen: 'findings',
  },
  {
    id: 'findings.reviewed',
    title: 'Mark as reviewed',
    group: 'Findings',
    keys: ['Shift+w'],
    screen: 'findings',
  },
  {
    id: 'findings.progress',
    title: 'Mark as in progress',
    group: 'Findings',
    keys: [],
    screen: 'findings',
  },
] as const satisfies readonly CommandSpec[];
