import type { Command } from '../command/command.ts';

const one = { min: 1, max: 1 };

/** The commands of the network settings. Secrets come from a prompt or from `--password-fd`, never from arguments. */
export const networkCommands: readonly Command[] = [
  {
    words: ['network'],
    usage: 'network [--base-url URL]',
    summary: 'Show which way requests take, and which certificates were added; asks no service.',
    positionals: { min: 0, max: 0 },
    options: ['base-url'],
    load: async () => (await import('../commands/program/network.ts')).show,
  },
  {
    words: ['network', 'proxy'],
    usage: 'network proxy ADDRESS|automatic|none [--base-url URL] [--name N] [--password-fd N]',
    summary: 'Choose the proxy of a connection; with --name, its password is asked for.',
    positionals: one,
    options: ['base-url', 'name', 'password-fd'],
    load: async () => (await import('../commands/program/network.ts')).proxy,
  },
  {
    words: ['network', 'authorities'],
    usage: 'network authorities FILE|none [--base-url URL]',
    summary: 'Trust the certificates (PEM) of a file beside those of this computer, as of an office.',
    positionals: one,
    options: ['base-url'],
    load: async () => (await import('../commands/program/network.ts')).authorities,
  },
  {
    words: ['network', 'client-certificate'],
    usage: 'network client-certificate FILE|none [--base-url URL] [--password-fd N]',
    summary: 'Show a client certificate (PKCS#12) to the service; its passphrase is asked for.',
    positionals: one,
    options: ['base-url', 'password-fd'],
    load: async () => (await import('../commands/program/network.ts')).clientCertificate,
  },
];
