import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

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
  readonly descriptor3?: string;
}

/** A `dossier` that runs, and how it ends. */
export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves once standard error shows the text, or rejects when the process ends without it. */
  sees(text: string): Promise<void>;
}

/** Starts the program as a person does: the entry file, in a process of its own. */
export function start(args: readonly string[], options: RunOptions = {}): Running {
  const {
    DOSSIER_TOKEN: _token,
    DOSSIER_HOME: _home,
    DOSSIER_PASSPHRASE: _passphrase,
    ...inherited
  } = process.env;
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...inherited, NO_COLOR: '1', ...options.env },
    stdio: ['pipe', 'pipe', 'pipe', options.descriptor3 === undefined ? 'ignore' : 'pipe'],
    cwd: options.cwd,
  });
  const { stdin, stdout, stderr, stdio } = child;
  const third = stdio[3];
  if (third && 'end' in third) third.end(options.descriptor3);
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

/** The one JSON document on standard output; throws where there is none, or more than one. */
export function document(ended: Ended): unknown {
  return JSON.parse(ended.stdout);
}
