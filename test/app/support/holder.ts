import { writeSync } from 'node:fs';
import { openHost } from '#app/client.ts';

/** A process that has a home open until it is killed or its input ends; the line `hang` has it do nothing more. */
const session = await openHost({
  home: process.argv[2] ?? '',
  mayMakeVault: true,
  version: '1.0.0',
  passphrase: { given: null, ask: null, askNew: null, showRecoveryCode: null },
  tell: () => undefined,
  signal: new AbortController().signal,
  debug: true,
  hostEntry: new URL('./small-host.ts', import.meta.url),
});
process.stdin.setEncoding('utf8').once('end', () => void session.close());
process.stdin.on('data', (line: string) => {
  if (line.trim() !== 'hang') return;
  writeSync(1, 'hangs\n');
  // Its thread waits for ever, as a process that was stopped: a signal for that is on Unix alone.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
process.stdout.write('open\n');
