import type { Command } from '../command/command.ts';

/** What colleagues do with findings before the client sees them. All of it stays in this vault. */
export const peerReviewCommands: readonly Command[] = [
  {
    words: ['mark'],
    summary: 'Set how far findings are: in progress, ready for review, reviewed. It is never sent.',
    positionals: [{ name: 'STATE' }, { name: 'ID', repeats: true }],
    options: [],
    examples: ['mark ready 4f2a 77b1'],
    load: async () => (await import('../commands/findings/peer-review.ts')).mark,
  },
  {
    words: ['ready', 'changes'],
    summary: 'List what was changed in a finding since it was marked ready for review.',
    positionals: [{ name: 'ID' }],
    options: [],
    examples: ['ready changes 4f2a'],
    load: async () => (await import('../commands/findings/ready-changes.ts')).listChanges,
  },
  {
    words: ['ready', 'keep'],
    summary: 'Accept these changes: they are not listed any more.',
    positionals: [{ name: 'ID' }, { name: 'FIELD', optional: true, repeats: true }],
    options: ['all'],
    examples: ['ready keep 4f2a title', 'ready keep 4f2a --all'],
    load: async () => (await import('../commands/findings/ready-changes.ts')).keepChanges,
  },
  {
    words: ['ready', 'restore'],
    summary: 'Reject these changes: each field gets its former value, as an edit.',
    positionals: [{ name: 'ID' }, { name: 'FIELD', optional: true, repeats: true }],
    options: ['all'],
    examples: ['ready restore 4f2a title'],
    load: async () => (await import('../commands/findings/ready-changes.ts')).restoreChanges,
  },
  {
    words: ['comment', 'list'],
    summary: 'List open comments on findings and notes on the engagement; with --all resolved ones too.',
    positionals: [{ name: 'PROJECT', hasDefault: true }],
    options: ['finding', 'all'],
    examples: ['comment list acme-web', 'comment list acme-web --finding 4f2a --all'],
    load: async () => (await import('../commands/findings/peer-review.ts')).listComments,
  },
  {
    words: ['comment', 'add'],
    summary: 'Comment on a finding or words of it, or note something on an engagement. It is never sent.',
    positionals: [{ name: 'ID', optional: true }],
    required: ['text'],
    options: ['text', 'field', 'quote', 'project'],
    examples: [
      'comment add 4f2a --text "Is this still so?" --field description',
      'comment add --project acme-web --text "Ask for the second host"',
    ],
    load: async () => (await import('../commands/findings/peer-review.ts')).addComment,
  },
  {
    words: ['comment', 'resolve'],
    summary: 'Resolve comments, or open them again.',
    positionals: [{ name: 'COMMENT', repeats: true }],
    options: ['reopen'],
    examples: ['comment resolve 3'],
    load: async () => (await import('../commands/findings/peer-review.ts')).resolveComments,
  },
  {
    words: ['comment', 'delete'],
    summary: 'Delete comments.',
    positionals: [{ name: 'COMMENT', repeats: true }],
    required: ['yes'],
    options: ['yes'],
    examples: ['comment delete 3 --yes'],
    load: async () => (await import('../commands/findings/peer-review.ts')).deleteComments,
  },
];
