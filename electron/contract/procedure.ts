import type { z } from 'zod';

/**
 * Which thread answers a call. `look` and `scan` only read the store, so a reader thread may answer: a look at what the
 * input names, a scan of a whole engagement. All others are the host's, which writes and sends.
 */
export type Access = 'look' | 'scan' | 'host';

declare const answerOf: unique symbol;

/** What a procedure is: one row of a table in `procedures/`. Its name is the row's key, `noun.verb`. */
export interface Procedure<
  I extends z.core.$ZodType = z.core.$ZodType,
  A = unknown,
  X extends Access = Access,
> {
  /** Of the input, which crosses every boundary as JSON text (numbers keep their digits) and is parsed by this once. */
  readonly input: I;
  readonly access: X;
  /**
   * Whether the host may be asked again if it is not known whether the call ran: it only reads, or goes on where it
   * stopped. A look and a scan always may.
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
  /** Carries the answer's type; there is no such member at run time. */
  readonly [answerOf]?: A;
}

type Row<I extends z.core.$ZodType, X extends Access> = Omit<Procedure<I, never, X>, typeof answerOf> &
  (X extends 'host' ? { readonly idempotent: boolean } : unknown);

/** Makes a row: `procedure<Answer>()({ access, input, … })`. The answer is named here, never inferred from a handler. */
export const procedure =
  <A>() =>
  <I extends z.core.$ZodType, const X extends Access>(row: Row<I, X>): Procedure<I, A, X> =>
    row;

/** The answer of a row. */
export type AnswerOf<P> = P extends { readonly [answerOf]?: infer A } ? Exclude<A, undefined> : never;

/** Whether a call may be made again if it is not known whether it ran. */
export function isIdempotent({ access, idempotent }: Procedure): boolean {
  return access !== 'host' || idempotent === true;
}
