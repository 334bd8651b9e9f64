import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What is done with the operation that is chosen in the queue. */
export const queueCommands = [
  { id: 'queue.answer', title: 'Answer what needs you', group: 'Queue', keys: ['a'], screen: 'queue' },
  { id: 'queue.finding', title: 'Open its finding', group: 'Queue', keys: ['o'], screen: 'queue' },
  { id: 'queue.retry', title: 'Try it again', group: 'Queue', keys: ['t'], screen: 'queue' },
  { id: 'queue.discard', title: 'Drop it', group: 'Queue', keys: ['Delete'], screen: 'queue' },
  {
    id: 'queue.putBack',
    title: 'Put back what was dropped last',
    group: 'Queue',
    keys: ['z'],
    screen: 'queue',
  },
  {
    id: 'queue.hold',
    title: 'Hold its finding back, or release it',
    group: 'Queue',
    keys: ['h'],
    screen: 'queue',
  },
  { id: 'queue.copy', title: 'Copy its text', group: 'Queue', keys: ['c'], screen: 'queue' },
] as const satisfies readonly CommandSpec[];
