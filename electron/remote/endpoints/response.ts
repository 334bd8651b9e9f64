import type { Json } from '#contract/json.ts';
import { acknowledgement, readBody, readIdentityBody } from '#domain/answers/success.ts';
import type { Reading } from '#domain/answers/success.ts';
import { withoutSecrets, wordsOf, type Secrets } from '#domain/answers/server-message.ts';
import type { ReadResult, WriteResult } from './service-api.ts';
import { signInToNetwork, statusFailure } from '#domain/answers/failure.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import type { Load } from '../rate-limit/limiter.ts';
import { retryAfter } from '../rate-limit/retry-after.ts';
import type { TransportAnswer } from '../http/transport.ts';

type Response = Extract<TransportAnswer, { kind: 'response' }>;
type Failed = Extract<TransportAnswer, { kind: 'failed' }>;

/** What an answer shows about the load of the service; `nowMs` is the wall clock. */
export function loadOf(answer: TransportAnswer, nowMs: number): Load {
  if (answer.kind === 'failed' || answer.status >= 500) return { kind: 'untold' };
  if (answer.status !== 429) return { kind: 'fine' };
  const retryAfterMs = retryAfter(answer.headers, nowMs);
  return { kind: 'throttled', ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** How the body of a read is read. */
export interface BodyReading<T> {
  /** What a success has to look like. */
  readonly shape: (body: Json, secrets: Secrets) => Reading<T>;
  /** The body says who the user is: see `readIdentityBody`. */
  readonly isIdentity?: boolean;
  /** Is shown the bytes of a success first; what it answers, unless null, stands for the body. */
  readonly known?: (body: Uint8Array) => T | null;
}

/**
 * The outcome of a read that was answered: status before body.
 * `url` is the address asked, `secrets` are kept out of all words.
 */
export function readResponse<T>(
  answer: Response,
  secrets: Secrets,
  url: string,
  { shape, isIdentity = false, known = () => null }: BodyReading<T>,
  nowMs: number,
): ReadResult<T> {
  const { status } = answer;
  if (status >= 300 && status < 400) {
    const origin = originOf(answer, secrets, url);
    const leaves = origin !== '' && origin !== new URL(url).origin;
    return {
      kind: 'failed',
      failure: { kind: 'redirect', status, origin, ...(leaves ? { leaves } : {}) },
    };
  }
  if (status < 200 || status >= 300) {
    const text = textOf(answer);
    // A gateway's page: without a certificate, the service itself was not asked.
    if (
      status >= 400 &&
      status < 500 &&
      /^\s*<[\s\S]*no required ssl certificate/iu.test(text.slice(0, 4_096))
    ) {
      return { kind: 'failed', failure: { kind: 'tls', ...clientCertificateWanted } };
    }
    const words = wordsOf(text, secrets);
    return { kind: 'failed', failure: statusFailure(status, words, retryAfter(answer.headers, nowMs)) };
  }
  const value = known(answer.body);
  return value === null ? readSuccess(answer.body, secrets, { shape, isIdentity }) : { kind: 'ok', value };
}

/** The outcome of a read by the bytes of its body, which came with a success status. */
export function readSuccess<T>(
  bytes: Uint8Array,
  secrets: Secrets,
  { shape, isIdentity = false }: Pick<BodyReading<T>, 'shape' | 'isIdentity'>,
): ReadResult<T> {
  const text = textIn(bytes);
  const body = isIdentity ? readIdentityBody(strictTextIn(bytes)) : readBody(text);
  const reading = body.kind === 'ok' ? shape(body.value, secrets) : body;
  return reading.kind === 'ok'
    ? { kind: 'ok', value: reading.value }
    : {
        kind: 'failed',
        failure: {
          kind: 'bad-answer',
          message: reading.message,
          ...(text.trimStart().startsWith('<') ? { advice: signInToNetwork } : {}),
        },
      };
}

/**
 * What an answer says about the write it belongs to. Only a 4xx is a refusal. Not so 408, which gateways send when the
 * service was too slow; 3xx, which many services send after the work; an unacknowledged 2xx; or 5xx.
 */
export function writeResponse(answer: Response, secrets: Secrets, url: string, nowMs: number): WriteResult {
  const { status } = answer;
  const text = textOf(answer);
  if (status >= 200 && status < 300) {
    const reading = acknowledgement(text, secrets);
    return reading.kind === 'ok'
      ? { kind: 'acknowledged', body: reading.value }
      : { kind: 'unknown', message: reading.message };
  }
  if (status >= 300 && status < 400) {
    const origin = originOf(answer, secrets, url);
    return {
      kind: 'unknown',
      message: `the service pointed to ${origin === '' ? 'another address' : origin} (${status}), which is never followed`,
      failure: { kind: 'redirect', status, origin },
    };
  }
  const words = wordsOf(text, secrets);
  if (status < 400 || status >= 500 || status === 408) {
    return {
      kind: 'unknown',
      message: `the service answered ${status}${words === '' ? '' : `: ${words}`}`,
    };
  }
  const retryAfterMs = status === 429 ? retryAfter(answer.headers, nowMs) : undefined;
  return {
    kind: 'refused',
    status,
    message: words === '' ? meaningOf(status) : words,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

const clientCertificateWanted = {
  message: 'the service wants a client certificate',
  advice: 'If you were given one (.p12 or .pfx), add it in the network settings.',
};

/** The row of the interface's error table, for a refusal that came without words. */
function meaningOf(status: number): string {
  switch (status) {
    case 400:
      return 'Invalid parameters or body';
    case 401:
      return 'Authentication required or invalid';
    case 403:
      return 'Insufficient permission, license, or organization access';
    case 404:
      return 'Not found or not visible to this account';
    case 409:
      return 'Conflict';
    case 429:
      return 'Rate limit reached';
    default:
      return `The service answered ${status}`;
  }
}

/** Why a read, or a write that never left, had no answer. */
export function lostFailure({ reason, message, advice }: Failed): RemoteFailure {
  const told = { message, ...(advice === undefined ? {} : { advice }) };
  switch (reason) {
    case 'unreachable':
    case 'reset':
      return { kind: 'unreachable', ...told };
    case 'bad-encoding':
      return { kind: 'bad-answer', message };
    case 'cancelled':
      return { kind: 'cancelled' };
    case 'tls':
      return { kind: 'tls', ...told };
    case 'timeout':
    case 'too-large':
      return { kind: reason, message };
  }
}

/** The body as text. Bytes that are not UTF-8 become U+FFFD: one bad text must not hide a page of findings. */
export function textOf(answer: Response): string {
  return textIn(answer.body);
}

function textIn(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The body as text; null if its bytes are not UTF-8. */
function strictTextIn(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Host names have at most 253 characters; a longer origin is none. */
const longestOrigin = 300;

/** Where a redirect points to; '' if that is no origin, or if it repeats a secret. */
function originOf(answer: Response, secrets: Secrets, url: string): string {
  const location = answer.headers['location'];
  const origin = location === undefined ? undefined : URL.parse(location, url)?.origin;
  if (origin === undefined || origin === 'null' || origin.length > longestOrigin) return '';
  const lower = secrets.map((secret) => secret.toLowerCase());
  return withoutSecrets(origin.toLowerCase(), lower) === origin.toLowerCase() ? origin : '';
}
