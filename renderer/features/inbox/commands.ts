import type { CommandSpec } from '#renderer/session/commands/shortcuts.ts';

/** What is done with a row of the inbox. */
export const inboxCommands = [
  {
    id: 'inbox.next',
    writes: false,
    title: 'Next row',
    group: 'Inbox',
    keys: ['j'],
    held: true,
    screen: 'inbox',
  },
  {
    id: 'inbox.previous',
    writes: false,
    title: 'Previous row',
    group: 'Inbox',
    keys: ['k'],
    held: true,
    screen: 'inbox',
  },
  { id: 'inbox.open', writes: false, title: 'Open', group: 'Inbox', keys: ['o'], screen: 'inbox' },
  { id: 'inbox.read', writes: false, title: 'Mark as read', group: 'Inbox', keys: ['m'], screen: 'inbox' },
] as const satisfies readonly CommandSpec[];
