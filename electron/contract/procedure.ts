import type { z } from 'zod';

/**
 * Who answers a call: the shell of the desktop, the vault session of a face that stays open, or the host, which writes and
 * sends. `reader` only reads the store, so a reader thread may answer in place of the host.
 */
export type AnsweredBy = 'desktop' | 'vault' | 'reader' | 'host';

/**
 * What a call tells the threads that pass it on: the user is active at a window, a window is idle, or a window asks this
 * again and again.
 */
export type Hint = 'user-active' | 'window-idle' | 'asked-again';

declare const answerOf: unique symbol;

/** What a procedure is: one row of a table in `procedures/`. Its name is the row's key, `noun.verb`. */
export interface Procedure<
  I extends z.core.$ZodType = z.core.$ZodType,
  A = unknown,
  X extends AnsweredBy = AnsweredBy,
> {
  /** Of the input, which crosses every boundary as JSON text (numbers keep their digits) and is parsed by this once. */
  readonly input: I;
  readonly answeredBy: X;
  /** It reads a whole engagement, not only what its input names: another reader thread answers it. */
  readonly scans?: X extends 'reader' ? true : undefined;
  readonly hint?: Hint | undefined;
  /**
   * Whether the host may be asked again if it is not known whether the call ran: it only reads, or goes on where it
   * stopped. What a reader may answer always may.
   */
  readonly idempotent?: X extends 'host' ? boolean : undefined;
  /** The host answers it for a read-only vault too: it sends nothing, and what it keeps goes with the copy of the vault. */
  readonly runsReadOnly?: X extends 'host' ? true : undefined;
  /**
   * `free`: the call concerns no account, so it runs whichever is open by then. Every other is bound to the account that its
   * caller shows (promise 9).
   */
  readonly account?: 'free';
  /** The member of its input that names a file to write. No page chooses such a path; the desktop's own dialog may. */
  readonly writesPath?: string;
  /** The same of files that it reads: a list, each with its `path`. */
  readonly readsPath?: string;
  /** Carries the answer's type; there is no such member at run time. */
  readonly [answerOf]?: A;
}

type Row<I extends z.core.$ZodType, X extends AnsweredBy> = Omit<Procedure<I, never, X>, typeof answerOf> &
  (X extends 'host' ? { readonly idempotent: boolean } : unknown);

/** Makes a row: `procedure<Answer>()({ answeredBy, input, … })`. The answer is named here, never inferred from a handler. */
export const procedure =
  <A>() =>
  <I extends z.core.$ZodType, const X extends AnsweredBy>(row: Row<I, X>): Procedure<I, A, X> =>
    row;

/** The answer of a row. */
export type AnswerOf<P> = P extends { readonly [answerOf]?: infer A } ? Exclude<A, undefined> : never;

/** What a thread that passes calls on has to know of a row: it starts without the schemas. */
export type ProcedureRoute = Pick<Procedure, 'answeredBy' | 'scans' | 'hint' | 'idempotent'>;

/** Whether a call may be made again if it is not known whether it ran; not if its row is not known. */
export function isIdempotent(route: ProcedureRoute | undefined): boolean {
  return route?.answeredBy === 'reader' || route?.idempotent === true;
}
