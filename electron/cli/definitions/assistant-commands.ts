import type { Command } from '../command/command.ts';

const none = { min: 0, max: 0 };
const one = { min: 1, max: 1 };

/** The commands of the assistant. What may cost credits asks first, or wants `--yes`. */
export const assistantCommands: readonly Command[] = [
  {
    words: ['assistant', 'demonstration'],
    usage: 'assistant demonstration ID [--again OP] --yes',
    summary: 'Have the assistant draft a demonstration; asked once, it may cost credits.',
    positionals: one,
    options: ['yes', 'again'],
    load: async () => (await import('../commands/findings/assistant.ts')).demonstration,
  },
  {
    words: ['assistant', 'merge'],
    usage: 'assistant merge ID ID… [--again OP] --yes',
    summary: 'Have the assistant propose a merge into the first; asked once, it may cost credits.',
    positionals: { min: 2, max: 50 },
    options: ['yes', 'again'],
    load: async () => (await import('../commands/findings/assistant.ts')).merge,
  },
  {
    words: ['assistant', 'confirm'],
    usage: 'assistant confirm OP --yes',
    summary: 'Confirm a question that waits, for instance one asked offline.',
    positionals: one,
    options: ['yes'],
    load: async () => (await import('../commands/findings/assistant.ts')).go,
  },
  {
    words: ['assistant', 'check'],
    usage: 'assistant check OP',
    summary: 'Read the finding of a question that may have run.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/findings/assistant.ts')).check,
  },
  {
    words: ['assistant', 'drafts'],
    usage: 'assistant drafts [--project P] [--settled]',
    summary: 'List what the assistant wrote and nobody has accepted yet.',
    positionals: none,
    options: ['project', 'settled'],
    load: async () => (await import('../commands/findings/assistant.ts')).drafts,
  },
  {
    words: ['assistant', 'show'],
    usage: 'assistant show OP',
    summary: 'Show what the assistant wrote beside what is there.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/findings/assistant.ts')).show,
  },
  {
    words: ['assistant', 'edit'],
    usage: 'assistant edit OP --text T | --text-file F',
    summary: 'Change a draft before it is accepted.',
    positionals: one,
    options: ['text', 'text-file'],
    load: async () => (await import('../commands/findings/assistant.ts')).edit,
  },
  {
    words: ['assistant', 'apply'],
    usage: 'assistant apply OP',
    summary: 'Accept a draft; the next sync applies it.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/findings/assistant.ts')).apply,
  },
  {
    words: ['assistant', 'accept'],
    usage: 'assistant accept OP FIELD… [--set FIELD=VALUE]…',
    summary: 'Take fields of a proposed merge over as edits, as proposed or with a value of your own.',
    positionals: { min: 2, max: 50 },
    options: ['set', 'set-json', 'set-file'],
    load: async () => (await import('../commands/findings/assistant.ts')).accept,
  },
  {
    words: ['assistant', 'drop'],
    usage: 'assistant drop OP',
    summary: 'Discard what the assistant wrote.',
    positionals: one,
    options: [],
    load: async () => (await import('../commands/findings/assistant.ts')).drop,
  },
];
