import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { patienceMs } from '../../support/patience.ts';
import type { Ended } from './dossier.ts';

/** What a process that has the program loaded is asked for. */
export interface WarmCommand {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

let child: ChildProcess | undefined;
/** Commands share one output: each begins when the one before has ended. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command as `run` does, but in a process that has run others before: most of what a command takes is to load
 * the program. From its arguments, environment and folder to its output and exit code it is the shipped one. Its standard
 * input is empty. That it ends by itself is for tests of its own process to say.
 */
export function runWarm(command: WarmCommand): Promise<Ended> {
  const ended = last.then(() => ask(command));
  last = ended.catch(() => undefined);
  return ended;
}

async function ask(command: WarmCommand): Promise<Ended> {
  if (child?.connected !== true) child = begin();
  const asked = child;
  asked.channel?.ref();
  const given = new AbortController();
  // One that hangs fails by itself, not with all that are sent after it.
  const timeout = setTimeout(() => asked.kill('SIGKILL'), patienceMs);
  try {
    const answered = once(asked, 'message', { signal: given.signal });
    const died = once(asked, 'exit', { signal: given.signal }).then(() => {
      throw new Error(`The process ended over: ${command.args.join(' ')}`);
    });
    asked.send(command);
    const [ended] = (await Promise.race([answered, died])) as [Ended];
    return ended;
  } finally {
    clearTimeout(timeout);
    given.abort();
    asked.channel?.unref();
  }
}

/** It ends with this process, which it does not keep from ending. */
function begin(): ChildProcess {
  const begun = fork(fileURLToPath(new URL('warm-child.ts', import.meta.url)), [], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  begun.unref();
  return begun;
}
