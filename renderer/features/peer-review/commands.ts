import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What colleagues do with findings before the report. */
export const peerReviewCommands = [
  { id: 'finding.comment', title: 'Comment on finding', group: 'Findings', keys: ['c'], screen: 'findings' },
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
