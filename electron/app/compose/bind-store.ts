import type { ProcedureAnswers, ProcedureInput, ProcedureName } from '#contract/procedures/index.ts';
import type { CallContext, Handlers } from '../rpc/dispatch.ts';

/** Handlers that get the store of an account beside their input. */
export type StoreHandlers<N extends ProcedureName, C> = {
  readonly [M in N]: (
    ctx: C,
    input: ProcedureInput<M>,
    call: CallContext,
  ) => Promise<ProcedureAnswers[M]> | ProcedureAnswers[M];
};

/** Binds handlers to the store that is open when a call begins. @param current throws DossierError if there is none */
export function bindStore<N extends ProcedureName, C>(
  current: () => C,
  handlers: StoreHandlers<N, C>,
): Pick<Handlers, N> {
  type AnyHandler = (ctx: C, input: never, call: CallContext) => unknown;
  // Each name keeps its input and answer; the compiler cannot follow them through an object that is made.
  const all = handlers as unknown as Readonly<Record<string, AnyHandler>>;
  const bound = Object.entries(all).map(([name, handler]) => [
    name,
    (input: never, call: CallContext) => handler(current(), input, call),
  ]);
  return Object.fromEntries(bound) as Pick<Handlers, N>;
}
