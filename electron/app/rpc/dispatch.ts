import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { DossierError } from '#contract/error.ts';
import type { Failure, Outcome } from '#contract/error.ts';
import { isIdempotent, type Access, type Procedure } from '#contract/procedure.ts';
import {
  procedures,
  type NamesOf,
  type ProcedureAnswers,
  type ProcedureInput,
  type ProcedureName,
  type ReadingName,
} from '#contract/procedures/index.ts';
import { failureOf } from '../platform/failure.ts';
import { readInput } from '../platform/read-input.ts';
import { readOnlyError } from './read-only.ts';
import type { Routes } from './routes.ts';

/** What a handler gets beside its input. */
export interface CallContext {
  /** The API token given with the call, already trimmed; null if the stored one is to be used. */
  readonly token: string | null;
  /**
   * Absent: the user gave the token for this very call. Null: it is of the environment, and goes to no other origin than
   * that of its first use. A text: it may go to this origin as well.
   */
  readonly tokenFor?: string | null | undefined;
  /**
   * The account that the caller shows, as `desk.status` names it. If another one is open by now nothing is done: an
   * edit that was on its way goes into nobody else's store (promise 9). Absent: whichever is open.
   */
  readonly account?: string | undefined;
  /** Aborts when the person (or the face that called) no longer wants the answer: stop at a safe point. */
  readonly signal: AbortSignal;
  /** Tells the face how far the work is; cheap, may be called often. */
  progress(event: ProgressEvent): void;
  /** Is told which account this very call has opened: it is answered for that one. The dispatcher's own. */
  readonly opened?: (account: string) => void;
}

/** Answers a procedure. */
export type Handler<N extends ProcedureName> = (
  input: ProcedureInput<N>,
  context: CallContext,
) => Promise<ProcedureAnswers[N]> | ProcedureAnswers[N];

/** One handler per procedure: a forgotten one is a compile error. */
export type Handlers = { readonly [N in ProcedureName]: Handler<N> };

/** The handlers of looks and scans, which any thread may run. */
export type ReadHandlers = { readonly [N in ReadingName]: Handler<N> };

/** The handlers of a table's rows that are the host's. */
export type HostHandlers<Rows extends Readonly<Partial<Record<ProcedureName, Procedure>>>> = Pick<
  Handlers,
  keyof Rows & NamesOf<'host'>
>;

/** The table of procedures, and who is told of what goes wrong in one. */
export interface DispatcherOptions {
  readonly handlers: Handlers;
  /** Names the account that is open; null before the first one. Absent if there are no accounts. */
  readonly account?: (() => string | null) | undefined;
  /** Where the vault lies, if it is read-only: then only what reads is answered. */
  readonly readOnlyHome?: string | null | undefined;
  /** Gets what was thrown unforeseen, for `--debug`; the caller of the procedure sees none of it. */
  readonly onInternal: (error: unknown) => void;
  /** Is told of every failure that a procedure answers with. */
  readonly onFailure?: ((failure: Failure) => void) | undefined;
}

/**
 * Takes a call as it came over a boundary and answers it. Never rejects.
 * @param name of a procedure, from outside: any text
 * @param input the procedure's input as JSON text; numbers keep their digits
 * @returns an `Outcome` as JSON text
 */
export type Dispatch = (name: string, input: string, context: CallContext) => Promise<string>;

/** The one dispatcher behind all faces: looks up the row by its name, parses, calls, and makes the outcome. */
export function createDispatcher({
  handlers,
  account,
  readOnlyHome = null,
  onInternal,
  onFailure,
}: DispatcherOptions): Dispatch {
  async function run<N extends ProcedureName>(name: N, text: string, context: CallContext): Promise<unknown> {
    // The schema looked up by `name` makes the input; the compiler cannot follow the look-up.
    const row: Procedure = procedures[name];
    const isRefused = readOnlyHome !== null && row.access === 'host' && row.runsReadOnly !== true;
    if (isRefused) throw readOnlyError(readOnlyHome);
    const input = readInput(row.input, text) as ProcedureInput<N>;
    if (row.account !== 'free') refuseOther(context);
    return handlers[name](input, context);
  }

  function refuseOther(context: CallContext): void {
    if (context.account !== undefined && account !== undefined && context.account !== account()) {
      throw new DossierError('other-account', otherAccount);
    }
  }

  return async (name, input, context) => {
    // Who names an account knows it.
    let answeredFor = context.account === undefined ? (account?.() ?? undefined) : undefined;
    const opened = (other: string): void => {
      answeredFor = other;
    };
    try {
      if (!isProcedureName(name)) {
        throw new DossierError('usage', 'The running program does not know this procedure.');
      }
      context.signal.throwIfAborted();
      const value = await run(name, input, { ...context, opened });
      return outcomeText({ ok: true, value, account: answeredFor });
    } catch (error) {
      const failure = failureOf(error, context.signal, onInternal);
      onFailure?.(failure);
      return outcomeText({ ok: false, error: failure, account: answeredFor });
    }
  };
}

const otherAccount = 'Another account is open by now. Nothing was done for this one.';

function isProcedureName(name: string): name is ProcedureName {
  return Object.hasOwn(procedures, name);
}

function outcomeText(outcome: Outcome<unknown>): string {
  return JSON.stringify(outcome);
}

/** What the threads that pass calls on have to know of the table. */
export function routesOfTable(): Routes {
  const names = Object.keys(procedures).filter(isProcedureName);
  const answeredBy = <X extends Access>(access: X): NamesOf<X>[] =>
    names.filter((name): name is NamesOf<X> => procedures[name].access === access);
  return {
    looks: answeredBy('look'),
    scans: answeredBy('scan'),
    idempotent: names.filter((name) => isIdempotent(procedures[name])),
  };
}

/** As `isIdempotent`, by name. @param name of a procedure, from outside: any text */
export function isIdempotentCall(name: string): boolean {
  return isProcedureName(name) && isIdempotent(procedures[name]);
}
