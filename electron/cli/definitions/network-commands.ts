import type { Command } from '../command/command.ts';

/** The commands of the network settings. Secrets come from a prompt or from `--password-fd`, never from arguments. */
export const networkCommands: readonly Command[] = [
  {
    words: ['network'],
    summary: 'Show which way requests take, and which certificates were added; asks no service.',
    positionals: [],
    options: ['base-url'],
    examples: ['network'],
    load: async () => (await import('../commands/program/network.ts')).show,
  },
  {
    words: ['network', 'proxy'],
    summary: 'Choose the proxy of a connection; with --name, its password is asked for.',
    positionals: [{ name: 'PROXY' }],
    options: ['base-url', 'name', 'password-fd'],
    examples: ['network proxy http://proxy.corp.test:3128', 'network proxy automatic'],
    load: async () => (await import('../commands/program/network.ts')).proxy,
  },
  {
    words: ['network', 'authorities'],
    summary: 'Trust the certificates (PEM) of a file beside those of this computer, as of an office.',
    positionals: [{ name: 'FILE' }],
    options: ['base-url'],
    examples: ['network authorities office-ca.pem'],
    load: async () => (await import('../commands/program/network.ts')).authorities,
  },
  {
    words: ['network', 'client-certificate'],
    summary: 'Show a client certificate (PKCS#12) to the service; its passphrase is asked for.',
    positionals: [{ name: 'FILE' }],
    options: ['base-url', 'password-fd'],
    examples: ['network client-certificate me.p12'],
    load: async () => (await import('../commands/program/network.ts')).clientCertificate,
  },
];
