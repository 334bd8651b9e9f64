import type { ErrorCode, Failure } from '#contract/error.ts';

/** Members of a failure that the service itself answered; `message` holds its words, '' if it gave none. */
interface Answered {
  readonly status: number;
  readonly message: string;
}

interface Told {
  readonly message: string;
  /** What to do about it, if the kind alone does not tell: whole sentences. */
  readonly advice?: string;
}

/** For a page that came in the place of data: guest networks and some offices answer like that. */
export const signInToNetwork =
  'Open a page in your browser: if this network wants you to sign in, do that, then try again; if not, check the address.';

/**
 * Why a request to the service gave nothing. One kind for each row of the interface's error table, then what
 * can go wrong around it. The set is closed: switches over `kind` are checked for completeness.
 */
export type RemoteFailure =
  /** 400 */
  | ({ readonly kind: 'invalid' } & Answered)
  /** 401, or a token that cannot be a header; `session`: it was the session of a sign-in */
  | ({ readonly kind: 'credentials'; readonly session?: boolean } & Answered)
  /** 403 */
  | ({ readonly kind: 'forbidden' } & Answered)
  /** 404: gone, never there, or not visible to this caller; the service does not tell which */
  | ({ readonly kind: 'not-found' } & Answered)
  /** 409 */
  | ({ readonly kind: 'conflict' } & Answered)
  /** 429, or a pause that the service asked for before and that lasts longer than the caller may wait */
  | ({ readonly kind: 'rate-limited'; readonly retryAfterMs?: number } & Answered)
  /** 5xx */
  | ({ readonly kind: 'server'; readonly retryAfterMs?: number } & Answered)
  /** any other 4xx */
  | ({ readonly kind: 'refused' } & Answered)
  /** 3xx; never followed. `origin` is where it points to, '' if that is not readable */
  | {
      readonly kind: 'redirect';
      readonly status: number;
      readonly origin: string;
      /** To another host, as networks do that want a sign-in first. */
      readonly leaves?: boolean;
    }
  /** no connection, or one that ended before the whole answer was there */
  | ({ readonly kind: 'unreachable' } & Told)
  | { readonly kind: 'timeout'; readonly message: string }
  /** the certificate or the encryption of the connection is not to be trusted */
  | ({ readonly kind: 'tls' } & Told)
  /** a success whose body is not what the interface promises: a web page, broken JSON, another record */
  | ({ readonly kind: 'bad-answer' } & Told)
  | { readonly kind: 'too-large'; readonly message: string }
  | { readonly kind: 'cancelled' };

/**
 * The failure that an HTTP status of 400 or more stands for (interface, "Errors"); anything below or beyond
 * the error table is not what the service promises. `words` are the service's, '' if it gave none.
 */
export function statusFailure(status: number, words: string, retryAfterMs?: number): RemoteFailure {
  const answered = { status, message: words };
  if (status >= 500 && status < 600) {
    return { kind: 'server', ...answered, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }
  if (status < 400 || status >= 600) {
    return { kind: 'bad-answer', message: `it has the status ${status}` };
  }
  switch (status) {
    case 400:
      return { kind: 'invalid', ...answered };
    case 401:
      return { kind: 'credentials', ...answered };
    case 403:
      return { kind: 'forbidden', ...answered };
    case 404:
      return { kind: 'not-found', ...answered };
    case 409:
      return { kind: 'conflict', ...answered };
    case 429:
      return { kind: 'rate-limited', ...answered, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
    default:
      return { kind: 'refused', ...answered };
  }
}

/** The failure in one line for a person: what happened and what to do next. Never holds a secret. */
export function failureText(failure: RemoteFailure): string {
  switch (failure.kind) {
    case 'invalid':
      return withWords('The service calls the request invalid', failure, 'Correct the value it names.');
    case 'credentials':
      if (failure.session === true)
        return withWords('The service refused the session', failure, 'Sign in again.');
      return withWords(
        'The service refused the credentials',
        failure,
        'Sign in again, or connect with a valid API token.',
      );
    case 'forbidden':
      return withWords(
        'Your account may not do this on the service',
        failure,
        'Ask for the permission, the license or the access to this organization.',
      );
    case 'not-found':
      return withWords(
        'Not there, or not visible to you',
        failure,
        'Check the identifier and your membership in the project.',
      );
    case 'conflict':
      return withWords('The service reports a conflict', failure, 'Sync to see what changed there.');
    case 'rate-limited':
      return withWords(
        'The service asks for fewer requests',
        failure,
        `Try again ${failure.retryAfterMs === undefined ? 'in a few minutes' : `in ${spanText(failure.retryAfterMs)}`}.`,
      );
    case 'server':
      return serverText(failure);
    case 'refused':
      return withWords('The service refused the request', failure, 'Check the address and the request.');
    case 'redirect': {
      const to = failure.origin === '' ? 'another address' : failure.origin;
      return failure.leaves === true
        ? `Another host answers: the request was pointed to ${to} (${failure.status}), which is never followed. ${signInToNetwork}`
        : `The service points to ${to} (${failure.status}). ` +
            'Redirects are never followed: connect with the right address, or sign in to the network you are on.';
    }
    case 'unreachable':
      return `The service cannot be reached: ${failure.message}. ${failure.advice ?? 'Check the network and the address, then try again.'}`;
    case 'timeout':
      return `The service took too long: ${failure.message}. Try again later.`;
    case 'tls':
      return `The connection is not safe: ${failure.message}. ${failure.advice ?? 'Check the address and the certificate of the service.'}`;
    case 'bad-answer':
      return `The answer is not that of the service: ${failure.message}. ${failure.advice ?? 'Check the address and the network you are on.'}`;
    case 'too-large':
      return `The answer is too large: ${failure.message}. Ask for smaller pages in the service profile.`;
    case 'cancelled':
      return 'Stopped before the service answered. Nothing is lost; the same command goes on later.';
  }
}

/**
 * The failure as it crosses a boundary of the program. A service that fails (5xx) or throttles counts as not
 * reachable, as the terminal's exit codes have it.
 */
export function toFailure(failure: RemoteFailure): Failure {
  const told = { code: codeOf(failure), message: failureText(failure) };
  if (failure.kind === 'credentials' && failure.session === true) return { ...told, session: true };
  // Its text tells how long: a pause is what the service asks for of all requests alone.
  if (failure.kind === 'server') return { ...told, answered: true };
  if (failure.kind !== 'rate-limited') return told;
  const { retryAfterMs } = failure;
  return { ...told, answered: true, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

function codeOf(failure: RemoteFailure): ErrorCode {
  switch (failure.kind) {
    case 'credentials':
      return 'credentials';
    case 'invalid':
    case 'forbidden':
    case 'conflict':
    case 'refused':
      return 'refused';
    case 'not-found':
      return 'not-found';
    case 'rate-limited':
    case 'server':
    case 'unreachable':
    case 'timeout':
    case 'tls':
      return 'unreachable';
    case 'redirect':
      return 'redirect';
    case 'bad-answer':
    case 'too-large':
      return 'bad-answer';
    case 'cancelled':
      return 'cancelled';
  }
}

/** A length of time in words, rounded up so that nobody comes back too early. */
function spanText(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

function serverText(failure: Extract<RemoteFailure, { kind: 'server' }>): string {
  const { status, retryAfterMs } = failure;
  if (status === 511) return `This network wants you to sign in (511). ${signInToNetwork}`;
  const when = retryAfterMs === undefined ? 'later' : `in ${spanText(retryAfterMs)}`;
  return status === 503
    ? withWords(
        'The service is closed for now, as for maintenance',
        failure,
        `Nothing is lost. Try again ${when}.`,
      )
    : withWords('Service error', failure, `Try again ${when}.`);
}

function withWords(what: string, { status, message }: Answered, next: string): string {
  const words = message.replace(/[.\s]+$/u, '');
  const answer = status === 0 ? '' : ` (${status})`;
  return words === '' ? `${what}${answer}. ${next}` : `${what}${answer}: ${words}. ${next}`;
}
