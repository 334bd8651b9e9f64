import type { Json } from '#contract/json.ts';
import type { ProcedureAnswers, ProcedureName } from '#contract/procedures/index.ts';
import type { Arguments } from './arguments.ts';
import type { Command } from './command.ts';
import type { Output } from '../output/output.ts';

/** What a command works with. */
export interface CommandContext {
  readonly args: Arguments;
  /** Every command there is, in the order of the help. */
  readonly commands: readonly Command[];
  readonly out: Output;
  /** The folder that relative paths of the command line start from. */
  readonly folder: string;
  /** Of the program, as its package says. */
  readonly version: string;
  /** Aborts with the first Ctrl-C. */
  readonly signal: AbortSignal;
  /**
   * Calls a procedure of the host, which is opened with the first call. Shows progress while it runs.
   * @throws DossierError with the failure, if it is one
   */
  readonly call: <N extends ProcedureName>(name: N, input: Json) => Promise<ProcedureAnswers[N]>;
  /** As `call`, but the answer stays the JSON text that it is. */
  readonly callForText: (name: ProcedureName, input: Json) => Promise<string>;
}

/** Runs a command to its end and answers its exit code; failures are thrown as DossierError. */
export type CommandRun = (context: CommandContext) => Promise<number>;
