import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What is done with the operation that is chosen in the queue. */
export const queueCommands = [
  { id: 'queue.answer', title: 'Resolve issue', group: 'Pending changes', keys: ['a'], screen: 'queue' },
  { id: 'queue.finding', title: 'Open finding', group: 'Pending changes', keys: ['o'], screen: 'queue' },
  { id: 'queue.retry', title: 'Retry', group: 'Pending changes', keys: ['t'], screen: 'queue' },
  {
    id: 'queue.discard',
    title: 'Discard',
    group: 'Pending changes',
    keys: ['Delete', 'Mod+Backspace'],
    screen: 'queue',
  },
  {
    id: 'queue.putBack',
    title: 'Undo discard',
    group: 'Pending changes',
    keys: ['z'],
    screen: 'queue',
  },
  {
    id: 'queue.hold',
    title: 'Hold back or release',
    group: 'Pending changes',
    keys: ['h'],
    screen: 'queue',
  },
  { id: 'queue.copy', title: 'Copy text', group: 'Pending changes', keys: ['c'], screen: 'queue' },
] as const satisfies readonly CommandSpec[];
