import { DossierError } from '#contract/error.ts';

/** Whether a person sits there who can be asked. */
export function canAsk(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

/**
 * Asks for a secret on the terminal: the question goes to standard error, what is typed is not shown.
 * @throws (rejects) DossierError 'cancelled' with Ctrl-C, Ctrl-D or the signal
 */
export function askHidden(question: string, signal: AbortSignal): Promise<string> {
  return askLine(question, signal, 'hidden');
}

/**
 * Asks whether to go on. Only a typed "y" or "yes" is a yes: Enter alone must not delete anything.
 * @param question ends in a question mark; its texts are safe to show
 * @throws (rejects) DossierError 'cancelled' with Ctrl-C, Ctrl-D or the signal
 */
export async function askYes(question: string, signal: AbortSignal): Promise<boolean> {
  const answer = await askLine(`${question} [y/N] `, signal, 'shown');
  return /^\s*y(?:es)?\s*$/i.test(answer);
}

/**
 * Asks for a text that anybody may see.
 * @throws (rejects) DossierError 'cancelled' with Ctrl-C, Ctrl-D or the signal
 */
export function askText(question: string, signal: AbortSignal): Promise<string> {
  return askLine(question, signal, 'shown');
}

async function askLine(question: string, signal: AbortSignal, echo: 'shown' | 'hidden'): Promise<string> {
  // Most commands ask nothing and should not wait for these to load.
  const [{ createInterface }, { Writable }] = await Promise.all([
    import('node:readline'),
    import('node:stream'),
  ]);
  return new Promise((resolve, reject) => {
    // Line editing without an echo: readline writes what is typed to its output, which is nowhere.
    const nowhere = new Writable({
      write: (_chunk, _encoding, done) => {
        done();
      },
    });
    const output = echo === 'shown' ? process.stderr : nowhere;
    const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 });
    // The terminal is ours first: a Ctrl-C right behind the question is an answer to it.
    process.stderr.write(question);
    let answer: string | undefined;
    const stop = (): void => {
      lines.close();
    };
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', stop);
    lines.once('close', () => {
      signal.removeEventListener('abort', stop);
      process.stdin.pause();
      if (echo === 'hidden' || answer === undefined) process.stderr.write('\n');
      if (answer === undefined) reject(new DossierError('cancelled', 'Stopped before anything was done.'));
      else resolve(answer);
    });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
