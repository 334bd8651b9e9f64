import { DossierError, exitCodeOf } from '#contract/error.ts';
import type { Json } from '#contract/json.ts';
import type { ProcedureName } from '#contract/procedures/index.ts';
import { readArguments } from '../../../electron/cli/command/arguments.ts';
import type { CommandContext } from '../../../electron/cli/command/context.ts';
import { commands } from '../../../electron/cli/definitions/commands.ts';
import { runCommand } from '../../../electron/cli/command/run.ts';
import { createOutput } from '../../../electron/cli/output/output.ts';
import type { TestDesk } from '../../support/desk.ts';

/** What a command has printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The terminal that a command runs at; without one, its output goes to a file. */
export interface Terminal {
  readonly columns: number;
  readonly nowMs?: () => number;
  readonly timeZone?: string;
}

/**
 * Runs a command of the terminal in this process, over a host of its own: from its command line to its output and exit
 * code. What only a process has (signals, descriptors, a terminal's keys) is for `run`.
 */
export async function runIn(
  desk: Pick<TestDesk, 'call'>,
  folder: string,
  argv: readonly string[],
  terminal?: Terminal,
  env: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const out = createOutput({
    json: argv.includes('--json'),
    quiet: argv.includes('--quiet'),
    stdout: {
      write: (text) => (stdout += text),
      ...(terminal === undefined ? {} : { isTTY: true, columns: terminal.columns }),
    },
    stderr: { write: (text) => (stderr += text) },
    env: { NO_COLOR: '1' },
    ...(terminal?.nowMs === undefined ? {} : { nowMs: terminal.nowMs }),
    ...(terminal?.timeZone === undefined ? {} : { timeZone: terminal.timeZone }),
  });
  try {
    const args = readArguments(argv, commands);
    if (args.command === undefined) throw new Error(`${argv.join(' ')} is no command.`);
    const { signal } = new AbortController();
    const call: CommandContext['call'] = (name, input) => desk.call(name, input);
    const context = {
      args,
      commands,
      out,
      folder,
      version: '0.0.0',
      signal,
      call,
      callForText: async (name: ProcedureName, input: Json) => JSON.stringify(await desk.call(name, input)),
    };
    const code = await runCommand(context, env);
    return { code, stdout, stderr };
  } catch (error) {
    if (!(error instanceof DossierError)) throw error;
    out.failure(error.code, error.message);
    return { code: exitCodeOf(error.code), stdout, stderr };
  }
}
