import type { ProgressEvent } from '#contract/procedures/program/progress.ts';
import { DossierError } from '#contract/error.ts';
import type { Failure, Outcome } from '#contract/error.ts';
import type { Procedure } from '#contract/procedure.ts';
import type { NamesOf, ProcedureAnswers, ProcedureInput, ProcedureName } from '#contract/procedures/index.ts';
import type { ServiceContext } from '#engine/context.ts';
import { failureOf } from '../platform/failure.ts';
import { readInput } from '../platform/read-input.ts';
import { outcomeOf } from './outcome-text.ts';
import { readOnlyError } from './read-only.ts';

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

/** An answer that is its JSON text already: of a long list no objects have to be made first. */
export class AnswerText<A> {
  /** Carries the answer's type; there is no such member at run time. */
  declare readonly answer?: A;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Answered<A> = Promise<A | AnswerText<A>> | A | AnswerText<A>;

/** Answers a procedure. */
export type Handler<N extends ProcedureName> = (
  input: ProcedureInput<N>,
  context: CallContext,
) => Answered<ProcedureAnswers[N]>;

/** Answers procedures on the store of an account: the one that is open when a call begins. */
export type StoreHandlers<N extends ProcedureName, S> = {
  readonly [M in N]: (
    store: S,
    input: ProcedureInput<M>,
    context: CallContext,
  ) => Answered<ProcedureAnswers[M]>;
};

/** One handler per procedure: a forgotten one is a compile error. */
export type Handlers = { readonly [N in ProcedureName]: Handler<N> };

type SomeRows = Readonly<Partial<Record<ProcedureName, Procedure>>>;

/** The handlers of a table's rows that are the host's. */
export type HostHandlers<Rows extends SomeRows> = Pick<Handlers, keyof Rows & NamesOf<'host'>>;

/** The same on the store of the open account. */
export type HostStoreHandlers<Rows extends SomeRows> = StoreHandlers<
  keyof Rows & NamesOf<'host'>,
  ServiceContext
>;

/** Handlers by name; each name is in one of the two tables. */
export interface HandlerTables<C, S> {
  readonly handlers: Readonly<Record<string, ((input: never, context: C) => unknown) | undefined>>;
  readonly onStore?: Readonly<Record<string, (store: S, input: never, context: C) => unknown>> | undefined;
  /** The store of the account that is open now. @throws DossierError `not-connected` */
  readonly openStore?: (() => S) | undefined;
}

/** The handler of a procedure, with the store that is open once it is called; undefined if there is none. */
export function handlerNamed<C, S>(
  { handlers, onStore, openStore }: HandlerTables<C, S>,
  name: string,
): ((input: never, context: C) => unknown) | undefined {
  const bound = onStore?.[name];
  if (bound === undefined || openStore === undefined) return handlers[name];
  return (input, context) => bound(openStore(), input, context);
}

/** What every dispatcher needs of the context of a call. */
type AnyContext = Pick<CallContext, 'account' | 'signal'>;

/** A table of procedures, and what hears of failures in one. */
export interface DispatcherOptions<C extends AnyContext, D extends null, S> extends HandlerTables<C, S> {
  readonly rows: Readonly<Record<string, Procedure>>;
  /** Answers the names that are in no row; without it they are wrong usage. */
  readonly otherwise?: (name: string, input: string, context: C) => Promise<string>;
  /** Names the account that is open; null before the first one. Absent if there are no accounts. */
  readonly account?: (() => string | null) | undefined;
  /** Where the vault lies, if it is read-only: then only what reads is answered. */
  readonly readOnlyHome?: string | null | undefined;
  /** Answered in place of a failure: another thread is asked then, and tells it in its words. */
  readonly declined?: D | undefined;
  /** What the user reads of something unforeseen, if there are better words than those of `failureOf`. */
  readonly unforeseen?: string;
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
export type Dispatch<C extends AnyContext = CallContext, D extends null = never> = (
  name: string,
  input: string,
  context: C,
) => Promise<string | D>;

/** The one dispatcher: looks up the row by its name, parses, calls, and makes the outcome. */
export function createDispatcher<C extends AnyContext = CallContext, D extends null = never, S = unknown>({
  rows,
  otherwise,
  account,
  readOnlyHome = null,
  declined,
  unforeseen,
  onInternal,
  onFailure,
  ...tables
}: DispatcherOptions<C, D, S>): Dispatch<C, D> {
  async function run(name: string, text: string, context: C): Promise<unknown> {
    const row = Object.hasOwn(rows, name) ? rows[name] : undefined;
    const handler = handlerNamed(tables, name);
    if (row === undefined || handler === undefined) {
      throw new DossierError('usage', 'The running program does not know this procedure.');
    }
    context.signal.throwIfAborted();
    const isRefused = readOnlyHome !== null && row.answeredBy === 'host' && row.runsReadOnly !== true;
    if (isRefused) throw readOnlyError(readOnlyHome);
    // The schema of this row makes the input; the compiler cannot follow the look-up by name.
    const input = readInput(row.input, text) as never;
    if (row.account !== 'free') refuseOther(context);
    return handler(input, context);
  }

  function refuseOther(context: C): void {
    if (context.account !== undefined && account !== undefined && context.account !== account()) {
      throw new DossierError('other-account', otherAccount);
    }
  }

  return async (name, input, context) => {
    // A caller that names an account knows it.
    let answeredFor: string | undefined;
    const opened = (other: string): void => {
      answeredFor = other;
    };
    try {
      if (context.account === undefined) answeredFor = account?.() ?? undefined;
      if (otherwise !== undefined && !Object.hasOwn(rows, name)) return await otherwise(name, input, context);
      const value = await run(name, input, { ...context, opened });
      if (value instanceof AnswerText) return outcomeOf(value.text, answeredFor);
      return outcomeText({ ok: true, account: answeredFor, value });
    } catch (error) {
      if (declined !== undefined && !context.signal.aborted) return declined;
      const failure = failureOf(error, context.signal, onInternal, unforeseen);
      onFailure?.(failure);
      return outcomeText({ ok: false, error: failure, account: answeredFor });
    }
  };
}

const otherAccount = 'Another account is open by now. Nothing was done for this one.';

function outcomeText(outcome: Outcome<unknown>): string {
  return JSON.stringify(outcome);
}
