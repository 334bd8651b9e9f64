import { DossierError, exitCodeOf } from '#contract/error.ts';
import { readArguments } from '../../../electron/cli/command/arguments.ts';
import { commands } from '../../../electron/cli/definitions/commands.ts';
import { createOutput } from '../../../electron/cli/output/output.ts';
import type { TestDesk } from '../../support/desk.ts';

/** What a command has printed, and its exit code. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a command of the terminal in this process, over a host of its own: from its command line to its output and exit
 * code. What only a process has (signals, descriptors, a terminal) is for `run`.
 */
export async function runIn(
  desk: Pick<TestDesk, 'call'>,
  folder: string,
  argv: readonly string[],
): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const out = createOutput({
    json: argv.includes('--json'),
    quiet: false,
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    env: { NO_COLOR: '1' },
  });
  try {
    const args = readArguments(argv, commands);
    const run = await args.command?.load();
    if (run === undefined) throw new Error(`${argv.join(' ')} is no command.`);
    const { signal } = new AbortController();
    const code = await run({
      args,
      commands,
      out,
      folder,
      version: '0.0.0',
      signal,
      call: (name, input) => desk.call(name, input),
      callForText: async (name, input) => JSON.stringify(await desk.call(name, input)),
    });
    return { code, stdout, stderr };
  } catch (error) {
    if (!(error instanceof DossierError)) throw error;
    out.failure(error.code, error.message);
    return { code: exitCodeOf(error.code), stdout, stderr };
  }
}
