import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { interruptible } from '../../support/system/interrupt.ts';
import { runWarm } from './warm.ts';

/** The program's entry file. */
export const entry = fileURLToPath(new URL('../../../electron/cli/dossier.js', import.meta.url));

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly input?: string;
  /** Standard input is given nothing and not ended, as at a terminal. */
  readonly inputStaysOpen?: boolean;
  readonly cwd?: string;
  /** What the descriptor 3 of the process gives. */
  readonly descriptor3?: string | Uint8Array;
}

/** A `dossier` that runs, and how it ends. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once standard error shows the text, or rejects when the process ends without it. */
  sees(text: string): Promise<void>;
}

/** What a person's terminal gives the program: nothing of the developer's own connection. */
function environment(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const {
    DOSSIER_TOKEN: _token,
    DOSSIER_HOME: _home,
    DOSSIER_PASSPHRASE: _passphrase,
    ...inherited
  } = process.env;
  return { ...inherited, NO_COLOR: '1', ...more };
}

/** Starts the program as a person does: the entry file, in a process of its own. */
export function start(args: readonly string[], options: RunOptions = {}): Running {
  const third = options.descriptor3 === undefined ? 'ignore' : 'pipe';
  const child = spawn(process.execPath, [...interruptible.args, entry, ...args], {
    env: { ...environment(options.env), ...interruptible.env },
    stdio: ['pipe', 'pipe', 'pipe', third, ...interruptible.stdio],
    cwd: options.cwd,
  });
  const { stdin, stdout, stderr, stdio } = child;
  const given = stdio[3];
  if (given && 'end' in given) given.end(options.descriptor3);
  let out = '';
  let errors = '';
  const watchers = new Set<() => void>();
  stdin?.on('error', () => undefined);
  if (options.inputStaysOpen !== true) stdin?.end(options.input ?? '');
  stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
    for (const watcher of watchers) watcher();
  });
  const ended = once(child, 'close').then(([code, signal]): Ended => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout: out,
    stderr: errors,
  }));
  return {
    child,
    ended,
    sees: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!errors.includes(text)) return;
          watchers.delete(look);
          resolve();
        };
        watchers.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended without showing "${text}": ${errors}`)));
      }),
  };
}

/** Runs the program to its end. */
export function run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return start(args, options).ended;
}

/**
 * The same in a process that has the program loaded, unless the command needs more than an environment and a folder.
 * For clients of an open vault (`holdOpen`), and for the way to a test's subject.
 */
export function runLoaded(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { env, cwd = process.cwd(), ...more } = options;
  if (Object.keys(more).length > 0 || args.includes('-')) return run(args, options);
  return runWarm({ args, env: environment(env), cwd });
}

/** The one JSON document on standard output; throws if there is none, or more than one. */
export function document(ended: Ended): unknown {
  return JSON.parse(ended.stdout);
}
