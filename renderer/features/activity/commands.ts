import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What is done with what was sent. */
export const activityCommands = [
  {
    id: 'activity.search',
    writes: false,
    title: 'Search what was sent',
    group: 'Activity',
    keys: ['i'],
    screen: 'activity',
  },
  {
    id: 'activity.finding',
    writes: false,
    title: 'Open its finding',
    group: 'Activity',
    keys: ['o'],
    screen: 'activity',
  },
  {
    id: 'activity.queue',
    writes: false,
    title: 'Show in pending changes',
    group: 'Activity',
    keys: ['w'],
    screen: 'activity',
  },
  {
    id: 'activity.export',
    writes: false,
    title: 'Save the activity as a file',
    group: 'Activity',
    keys: ['x'],
    screen: 'activity',
  },
] as const satisfies readonly CommandSpec[];
