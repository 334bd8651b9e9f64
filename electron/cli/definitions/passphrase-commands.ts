import type { Command } from '../command/command.ts';

/** What opens the vault. Secrets come from a prompt, a descriptor or the environment, never from arguments. */
export const passphraseCommands: readonly Command[] = [
  {
    words: ['home', 'passphrase', 'set'],
    summary: 'Protect a vault that has no passphrase, and make its recovery code.',
    positionals: [],
    options: ['new-passphrase-fd'],
    examples: ['home passphrase set'],
    load: async () => (await import('../commands/program/passphrase.ts')).set,
  },
  {
    words: ['home', 'passphrase', 'change'],
    summary: 'Change the passphrase; it, or the recovery code, is asked for, and a new code is made.',
    positionals: [],
    options: ['new-passphrase-fd'],
    examples: ['home passphrase change'],
    load: async () => (await import('../commands/program/passphrase.ts')).change,
  },
  {
    words: ['home', 'passphrase', 'remove'],
    summary: 'Remove the passphrase: anyone who can read the folder can read the findings then.',
    positionals: [],
    required: ['yes'],
    options: ['yes'],
    examples: ['home passphrase remove --yes'],
    load: async () => (await import('../commands/program/passphrase.ts')).remove,
  },
  {
    words: ['home', 'recovery-code'],
    summary: 'Make a new recovery code, which opens the vault if the passphrase is lost; the old one ends.',
    positionals: [],
    options: [],
    examples: ['home recovery-code'],
    load: async () => (await import('../commands/program/passphrase.ts')).recoveryCode,
  },
];
