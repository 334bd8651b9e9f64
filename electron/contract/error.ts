/** Every failure that may cross a boundary of the program. The set is closed: faces map codes, never texts. */
export type ErrorCode =
  | 'usage'
  | 'query'
  | 'invalid'
  | 'not-found'
  | 'wrong-state'
  /** What was decided on has changed since it was shown: nothing was done. */
  | 'outdated'
  | 'not-connected'
  | 'credentials'
  | 'foreign-token'
  /** A token of the environment belongs to another address: nothing was sent. */
  | 'token-origin'
  /** Another account is open by now than the one that the caller shows: nothing was done. */
  | 'other-account'
  | 'refused'
  | 'unreachable'
  | 'redirect'
  | 'bad-answer'
  | 'locked'
  | 'wrong-passphrase'
  | 'damaged-store'
  | 'newer-store'
  | 'disk-full'
  /** The vault cannot be written: it is shown, and nothing was changed. */
  | 'read-only'
  | 'file'
  | 'busy'
  /** A search needs the text of findings that is not indexed yet: `sync.index` does that. */
  | 'indexing'
  | 'cancelled'
  | 'check-failed'
  | 'internal';

/** A failure as it crosses a boundary: `message` is one or two lines for a person, without secrets or client text. */
export interface Failure {
  readonly code: ErrorCode;
  readonly message: string;
  /** If the service asked for a pause: how long it is from now, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Whether the service was reached all the same: it answered with a failure of its own, or asked to wait. */
  readonly answered?: boolean | undefined;
  /** With `token-origin`: where the token would have gone. */
  readonly origin?: string | undefined;
  /** With `credentials`: the session of a sign-in was refused, not a token. */
  readonly session?: boolean | undefined;
  /** With `query`: the place in its text, from 0. */
  readonly at?: number | undefined;
}

/** What a procedure answers. */
export type Outcome<T> = (
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: Failure }
) & {
  /**
   * The account that it was answered for, as `desk.status` names it: told to a caller that named none, and to a caller that
   * has opened one. Absent if none is open.
   */
  readonly account?: string | undefined;
};

/**
 * Thrown inside the program if an operation cannot go on and the person must be told.
 * The dispatcher turns it into a `Failure`; anything else that is thrown becomes `internal`.
 */
export class DossierError extends Error {
  readonly code: ErrorCode;
  /** As `Failure` has it. */
  readonly retryAfterMs: number | undefined;
  /** As `Failure` has it. */
  readonly answered: boolean | undefined;
  /** As `Failure` has it. */
  readonly origin: string | undefined;
  /** As `Failure` has it. */
  readonly session: boolean | undefined;
  /** As `Failure` has it. */
  readonly at: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options?: { cause?: unknown } & Pick<Failure, 'retryAfterMs' | 'answered' | 'origin' | 'session' | 'at'>,
  ) {
    super(message, options);
    this.name = 'DossierError';
    this.code = code;
    this.retryAfterMs = options?.retryAfterMs;
    this.answered = options?.answered;
    this.origin = options?.origin;
    this.session = options?.session;
    this.at = options?.at;
  }

  /** What was reported across a boundary, to be thrown on this side of it. */
  static of({ code, message, ...told }: Failure): DossierError {
    return new DossierError(code, message, told);
  }
}

/** Exit code of the terminal for a failure (terminal contract, "Exit codes"). */
export function exitCodeOf(code: ErrorCode): 1 | 2 | 4 | 5 {
  switch (code) {
    case 'usage':
    case 'query':
      return 2;
    case 'credentials':
    case 'foreign-token':
    case 'token-origin':
      return 4;
    case 'unreachable':
      return 5;
    case 'invalid':
    case 'not-found':
    case 'wrong-state':
    case 'outdated':
    case 'other-account':
    case 'not-connected':
    case 'refused':
    case 'redirect':
    case 'bad-answer':
    case 'locked':
    case 'wrong-passphrase':
    case 'damaged-store':
    case 'newer-store':
    case 'disk-full':
    case 'read-only':
    case 'file':
    case 'busy':
    case 'indexing':
    case 'cancelled':
    case 'check-failed':
    case 'internal':
      return 1;
  }
}
