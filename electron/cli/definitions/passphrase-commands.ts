import type { Command } from '../command/command.ts';

const none = { min: 0, max: 0 };

/** What opens the vault. Secrets come from a prompt, a descriptor or the environment, never from arguments. */
export const passphraseCommands: readonly Command[] = [
  {
    words: ['home', 'passphrase', 'set'],
    usage: 'home passphrase set [--new-passphrase-fd N]',
    summary: 'Protect a vault that has no passphrase, and make its recovery code.',
    positionals: none,
    options: ['new-passphrase-fd'],
    load: async () => (await import('../commands/program/passphrase.ts')).set,
  },
  {
    words: ['home', 'passphrase', 'change'],
    usage: 'home passphrase change [--new-passphrase-fd N]',
    summary: 'Change the passphrase; it, or the recovery code, is asked for, and a new code is made.',
    positionals: none,
    options: ['new-passphrase-fd'],
    load: async () => (await import('../commands/program/passphrase.ts')).change,
  },
  {
    words: ['home', 'passphrase', 'remove'],
    usage: 'home passphrase remove --yes',
    summary: 'Remove the passphrase: anyone who can read the folder can read the findings then.',
    positionals: none,
    options: ['yes'],
    load: async () => (await import('../commands/program/passphrase.ts')).remove,
  },
  {
    words: ['home', 'recovery-code'],
    usage: 'home recovery-code',
    summary: 'Make a new recovery code, which opens the vault if the passphrase is lost; the old one ends.',
    positionals: none,
    options: [],
    load: async () => (await import('../commands/program/passphrase.ts')).recoveryCode,
  },
];
