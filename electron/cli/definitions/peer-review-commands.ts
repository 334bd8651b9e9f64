import type { Command } from './command.ts';

/** What colleagues do with findings before the client sees them. All of it stays in this vault. */
export const peerReviewCommands: readonly Command[] = [
  {
    words: ['mark'],
    usage: 'mark progress|ready|reviewed ID…',
    summary: 'Say how far findings are: in progress, ready for review, reviewed. It is never sent.',
    positionals: { min: 2, max: Infinity },
    options: [],
    load: async () => (await import('../commands/peer-review.ts')).mark,
  },
];
