import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What colleagues do with findings before the report. */
export const peerReviewCommands = [
  {
    id: 'finding.comment',
    writes: true,
    title: 'Comment on finding',
    group: 'Findings',
    keys: ['c'],
    screen: 'findings',
  },
  {
    id: 'findings.assign',
    writes: true,
    title: 'Assign to a person',
    group: 'Findings',
    keys: ['Shift+a'],
    screen: 'findings',
  },
  {
    id: 'findings.ready',
    writes: true,
    title: 'Mark as ready for review',
    group: 'Findings',
    keys: ['w'],
    screen: 'findings',
  },
  {
    id: 'findings.reviewed',
    writes: true,
    title: 'Mark as reviewed',
    group: 'Findings',
    keys: ['Shift+w'],
    screen: 'findings',
  },
  {
    id: 'findings.progress',
    writes: true,
    title: 'Mark as in progress',
    group: 'Findings',
    keys: [],
    screen: 'findings',
  },
] as const satisfies readonly CommandSpec[];
