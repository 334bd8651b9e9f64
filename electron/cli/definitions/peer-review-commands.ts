import type { Command } from '../command/command.ts';

/** What colleagues do with findings before the client sees them. All of it stays in this vault. */
export const peerReviewCommands: readonly Command[] = [
  {
    words: ['mark'],
    usage: 'mark progress|ready|reviewed ID…',
    summary: 'Set how far findings are: in progress, ready for review, reviewed. It is never sent.',
    positionals: { min: 2, max: Infinity },
    options: [],
    load: async () => (await import('../commands/findings/peer-review.ts')).mark,
  },
  {
    words: ['ready', 'changes'],
    usage: 'ready changes ID',
    summary: 'List what was changed in a finding since it was marked ready for review.',
    positionals: { min: 1, max: 1 },
    options: [],
    load: async () => (await import('../commands/findings/ready-changes.ts')).listChanges,
  },
  {
    words: ['ready', 'keep'],
    usage: 'ready keep ID FIELD…   or   ready keep ID --all',
    summary: 'Accept these changes: they are not listed any more.',
    positionals: { min: 1, max: Infinity },
    options: ['all'],
    load: async () => (await import('../commands/findings/ready-changes.ts')).keepChanges,
  },
  {
    words: ['ready', 'restore'],
    usage: 'ready restore ID FIELD…   or   ready restore ID --all',
    summary: 'Reject these changes: each field gets its former value, as an edit.',
    positionals: { min: 1, max: Infinity },
    options: ['all'],
    load: async () => (await import('../commands/findings/ready-changes.ts')).restoreChanges,
  },
  {
    words: ['comment', 'list'],
    usage: 'comment list PROJECT [--finding ID] [--all]',
    summary: 'List open comments on findings and notes on the engagement; with --all resolved ones too.',
    positionals: { min: 1, max: 1 },
    options: ['finding', 'all'],
    load: async () => (await import('../commands/findings/peer-review.ts')).listComments,
  },
  {
    words: ['comment', 'add'],
    usage: 'comment add ID --text T [--field F [--quote WORDS]]   or   comment add --project P --text T',
    summary: 'Comment on a finding or words of it, or note something on an engagement. It is never sent.',
    positionals: { min: 0, max: 1 },
    options: ['text', 'field', 'quote', 'project'],
    load: async () => (await import('../commands/findings/peer-review.ts')).addComment,
  },
  {
    words: ['comment', 'resolve'],
    usage: 'comment resolve COMMENT… [--reopen]',
    summary: 'Resolve comments, or open them again.',
    positionals: { min: 1, max: Infinity },
    options: ['reopen'],
    load: async () => (await import('../commands/findings/peer-review.ts')).resolveComments,
  },
  {
    words: ['comment', 'delete'],
    usage: 'comment delete COMMENT… --yes',
    summary: 'Delete comments.',
    positionals: { min: 1, max: Infinity },
    options: ['yes'],
    load: async () => (await import('../commands/findings/peer-review.ts')).deleteComments,
  },
];
