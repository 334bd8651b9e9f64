import { openHost } from '#app/client.ts';

/** A process that has a home open until it is killed or its input ends. */
const session = await openHost({
  home: process.argv[2] ?? '',
  version: '1.0.0',
  passphrase: { given: null, ask: null, showRecoveryCode: null },
  tell: () => undefined,
  signal: new AbortController().signal,
  debug: true,
  hostEntry: new URL('./small-host.ts', import.meta.url),
});
process.stdin.resume().once('end', () => void session.close());
process.stdout.write('open\n');
