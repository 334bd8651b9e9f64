import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What is done with the operation that is chosen in the queue. */
export const queueCommands = [
  {
    id: 'queue.answer',
    writes: true,
    title: 'Resolve issue',
    group: 'Pending changes',
    keys: ['a'],
    screen: 'queue',
  },
  {
    id: 'queue.finding',
    writes: false,
    title: 'Open finding',
    group: 'Pending changes',
    keys: ['o'],
    screen: 'queue',
  },
  { id: 'queue.retry', writes: true, title: 'Retry', group: 'Pending changes', keys: ['t'], screen: 'queue' },
  {
    id: 'queue.discard',
    writes: true,
    title: 'Discard',
    group: 'Pending changes',
    keys: ['Delete', 'Mod+Backspace'],
    screen: 'queue',
  },
  {
    id: 'queue.putBack',
    writes: true,
    title: 'Undo discard',
    group: 'Pending changes',
    keys: ['z'],
    screen: 'queue',
  },
  {
    id: 'queue.hold',
    writes: true,
    title: 'Hold back or release',
    group: 'Pending changes',
    keys: ['h'],
    screen: 'queue',
  },
  {
    id: 'queue.copy',
    writes: false,
    title: 'Copy text',
    group: 'Pending changes',
    keys: ['c'],
    screen: 'queue',
  },
] as const satisfies readonly CommandSpec[];
