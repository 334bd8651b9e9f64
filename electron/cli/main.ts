import { readFileSync } from 'node:fs';
import { DossierError, exitCodeOf } from '#contract/error.ts';
import { asksForJson, readArguments } from './command/arguments.ts';
import { createCaller } from './caller.ts';
import type { Caller } from './caller.ts';
import { commands } from './definitions/commands.ts';
import { runCommand } from './command/run.ts';
import { createOutput } from './output/output.ts';
import { untilWhen } from './output/pause.ts';
import type { Output } from './output/output.ts';

/**
 * Runs one command of the terminal face.
 * @param argv the arguments after the program's name
 * @returns the exit code (terminal contract, "Exit codes"); it never rejects. Everything of the command has been
 *   written and the home given back by then.
 */
export async function main(argv: string[]): Promise<number> {
  const { stdout, stderr, env } = process;
  const json = asksForJson(argv);
  let out = createOutput({ json, quiet: false, stdout, stderr, env });
  const interrupt = listenForInterrupts();
  let caller: Caller | undefined;
  let debug = false;
  let command: string | undefined;
  let code: number;
  try {
    const args = readArguments(argv, commands);
    debug = args.flag('debug');
    command = args.command?.words[0];
    out = createOutput({
      json: args.flag('json'),
      quiet: args.flag('quiet'),
      stdout,
      stderr,
      env: args.flag('no-color') ? { ...env, NO_COLOR: '1' } : env,
    });
    const version = readVersion();
    if (args.flag('version')) {
      out.answer({ version }, () => `dossier ${version}\n`);
      return 0;
    }
    caller = createCaller({ args, out, version, env, folder: process.cwd(), signal: interrupt.signal });
    const context = {
      args,
      commands,
      out,
      version,
      folder: process.cwd(),
      signal: interrupt.signal,
      call: caller.call,
      callForText: caller.callForText,
    };
    code = await runCommand(context, env);
  } catch (error) {
    code = tellFailure(error, out, { debug, command });
  }
  // Work may be lost, whatever else went well.
  if (caller?.metLoss() === true && (code === 0 || code === 3)) code = 1;
  try {
    await caller?.close();
  } catch (error) {
    // The answer is out already, and there shall be one JSON document only.
    stderr.write(
      `dossier: ${error instanceof DossierError ? error.message : 'The vault was not closed cleanly.'}\n`,
    );
    if (debug && error instanceof Error) stderr.write(`${error.stack ?? ''}\n`);
    if (code === 0 || code === 3) code = 1;
  } finally {
    interrupt.stop();
  }
  return code;
}

/** The window has buttons for these. */
const waysIn =
  'A token comes from DOSSIER_TOKEN, or is asked for by "dossier connect"; "dossier sign-in" asks for e-mail and password.';
/** A token would be no answer to a session that has ended. */
const wayBack = '"dossier sign-in" asks for e-mail and password.';
/** Who uses these is on one of the ways already; what they gave was refused. */
const onTheWay: readonly (string | undefined)[] = ['sign-in', 'register', 'password', 'mfa'];
const waysThere =
  'The address of the service is given by "dossier connect --base-url URL" or "dossier sign-in --base-url URL".';

function tellFailure(
  error: unknown,
  out: Output,
  { debug, command }: { readonly debug: boolean; readonly command: string | undefined },
): number {
  if (debug && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  if (error instanceof DossierError) {
    const { code, message, at, retryAfterMs } = error;
    const way = wayFor(error, command);
    // A person counts from 1.
    const said = retryAfterMs === undefined ? message : untilWhen(message, retryAfterMs, out);
    const told = at === undefined ? said : `${said} (query, character ${String(at + 1)})`;
    out.failure(code, way === null ? told : `${told}\n${way}`);
    return exitCodeOf(code);
  }
  // What is foreign may quote a client's text or a secret: it is shown with --debug only.
  out.failure(
    'internal',
    'Something unforeseen went wrong. Run the command again with --debug for the details.',
  );
  return 1;
}

function wayFor({ code, session }: DossierError, command: string | undefined): string | null {
  if (code === 'not-connected') return waysThere;
  if (code !== 'credentials' || onTheWay.includes(command)) return null;
  return session === true ? wayBack : waysIn;
}

interface Interrupts {
  readonly signal: AbortSignal;
  stop(): void;
}

/** The first Ctrl-C (or end signal) asks the command to stop at a safe point, the second ends the process at once. */
function listenForInterrupts(): Interrupts {
  const controller = new AbortController();
  const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  const onSignal = (signal: NodeJS.Signals): void => {
    if (!controller.signal.aborted) {
      controller.abort();
      return;
    }
    stop();
    process.kill(process.pid, signal);
  };
  const stop = (): void => {
    for (const signal of signals) process.removeListener(signal, onSignal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return { signal: controller.signal, stop };
}

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest && manifest.version;
  return typeof version === 'string' ? version : 'unknown';
}
