import type { JsonObject } from '#contract/json.ts';
import type { Clock } from '#contract/ports.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import type { Secrets } from '#domain/answers/server-message.ts';
import { stringify } from '#domain/base/json.ts';
import type { Call, ReadLease, ReadResult, WriteResult } from './service-api.ts';
import { cookiesIn, headersFor, keepCookies, secretsOf, sessionTurn } from './credentials.ts';
import type { Admission, Limiter, Load } from '../rate-limit/limiter.ts';
import { loadOf, lostFailure, readResponse, writeResponse, type BodyReading } from './response.ts';
import type { Method, Transport, TransportAnswer } from '../http/transport.ts';

/** One request, as who looks on sees it while the service lets it wait. */
export interface WatchedRequest {
  /** It waits for the end of a pause, this long (ms) from now; told again if that grows. */
  readonly waits: (leftMs: number) => void;
  /** It waits no longer. Told once of each request, whether it waited or not. */
  readonly goesOn: () => void;
}

/** What requests leave by. */
export interface WireOptions {
  readonly transport: Transport;
  /** As `parseBaseUrl` gives it. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** Looks on while a request waits for its turn; nobody does if it is absent. */
  readonly watch?: () => WatchedRequest;
}

/** Refused under cookies that another request renewed meanwhile: nothing was done, and it may be sent under the new ones. */
interface Overtaken {
  readonly kind: 'overtaken';
}

/** Nothing left this machine. */
interface Held {
  readonly kind: 'held';
  readonly failure: RemoteFailure;
}

/** A write about to be sent. */
export interface Writing {
  readonly method: Method;
  /** Undefined if its segments make no address: refused, nothing sent. */
  readonly path: string | undefined;
  readonly body?: JsonObject;
  readonly limiter: Limiter;
  /** What the body holds that no answer may repeat. */
  readonly secrets?: Secrets;
  /** How long (ms) it may wait for the end of a pause, if the call does not say; 60 s unless told. */
  readonly maxWaitMs?: number;
  /** A 401 under cookies that another request renewed meanwhile proves that it did nothing: sent once more. */
  readonly mayRepeat?: boolean;
  /** How long (ms) its answer may take, if that is longer than usual. */
  readonly timeoutMs?: number | undefined;
}

/** Requests to one service, each judged before the next leaves. */
export interface Wire {
  /** Sends a GET that changes nothing; a lost connection and a short 429 are put up with. */
  read<T>(
    call: Call,
    limiter: Limiter,
    path: string | undefined,
    reading: BodyReading<T>,
  ): Promise<ReadResult<T>>;
  /**
   * Sends what changes something, also if its method is GET: once, whatever comes of it.
   *
   * @param note is shown the answer, and what must not be told of it, before the next request leaves
   */
  write(
    call: Call,
    writing: Writing,
    note?: (answer: TransportAnswer, secrets: Secrets) => void,
  ): Promise<WriteResult>;
}

interface Request {
  readonly method: Method;
  readonly path: string;
  readonly body?: JsonObject | undefined;
  readonly changes: boolean;
  readonly mayRepeat: boolean;
  readonly timeoutMs?: number | undefined;
}

/** How often one read is sent at most when the service answers 429 every time. */
const readAttempts = 6;
const defaultMaxWaitMs = 60_000;
const unwatched = (): WatchedRequest => ({ waits: () => undefined, goesOn: () => undefined });

/** Requests over `transport`. Nothing here throws. */
export function createWire({ transport, baseUrl, clock, watch = unwatched }: WireOptions): Wire {
  /** One turn through the limiter and over the network. What the answer means is judged before the next one leaves. */
  async function once<T>(
    call: Call,
    limiter: Limiter,
    maxWaitMs: number,
    request: Request,
    judge: (answer: TransportAnswer, secrets: Secrets) => T,
  ): Promise<T | Held | Overtaken> {
    const { credentials } = call;
    if (credentials.kind === 'token' && !/^[\x21-\x7e]{1,8192}$/u.test(credentials.token)) {
      const message = 'the API token is empty or has characters that cannot be sent';
      return { kind: 'held', failure: { kind: 'credentials', status: 0, message } };
    }
    const signal = call.signal === undefined ? {} : { signal: call.signal };
    const { waits, goesOn } = watch();
    const lease = call.lease;
    const admission =
      keptPlace(lease, limiter, request.changes) ??
      (await limiter.enter({
        priority: call.priority,
        // What was read would be too old after a pause: the write comes back, and its next read waits the pause out.
        maxWaitMs: lease !== undefined && request.changes ? 0 : maxWaitMs,
        ...signal,
        onPause: waits,
      }));
    goesOn();
    switch (admission.kind) {
      case 'cancelled':
        return { kind: 'held', failure: { kind: 'cancelled' } };
      case 'paused':
        if (lease !== undefined && admission.retryAfterMs <= maxWaitMs) {
          return { kind: 'held', failure: { kind: 'cancelled' } };
        }
        return {
          kind: 'held',
          failure: { kind: 'rate-limited', status: 429, message: '', retryAfterMs: admission.retryAfterMs },
        };
      case 'go': {
        let load: Load = { kind: 'untold' };
        let kept = false;
        try {
          const turn = await sessionTurn(credentials, call.signal, request.timeoutMs !== undefined);
          if (turn === null) return { kind: 'held', failure: { kind: 'cancelled' } };
          const isHeld = (): boolean => request.changes && call.breaker?.isShut() === true;
          if (isHeld() || (request.changes && lease?.mayConnect() === false)) {
            await turn.leave(false, () => undefined);
            return { kind: 'held', failure: { kind: 'cancelled' } };
          }
          const before = secretsOf(credentials);
          if (!request.changes) lease?.begin();
          const answer = await transport.send({
            method: request.method,
            url: `${baseUrl}${request.path}`,
            headers: headersFor(credentials, request.body !== undefined),
            ...(request.body === undefined ? {} : { body: stringify(request.body) }),
            ...signal,
            ...(request.changes ? { mayLeave: () => !isHeld() && lease?.mayLeave() !== false } : {}),
            ...(request.timeoutMs === undefined ? {} : { timeoutMs: request.timeoutMs }),
          });
          load = loadOf(answer, clock.wallMs());
          const refused = answer.kind === 'response' && answer.status === 401;
          const overtaken = await turn.leave(refused, () => keepCookies(credentials, answer));
          if (overtaken && request.mayRepeat) return { kind: 'overtaken' };
          if (lease !== undefined && !request.changes && load.kind === 'fine') {
            admission.keep(load);
            kept = true;
            lease.grant({ limiter, leave: admission.leave });
          }
          return judge(answer, [...before, ...secretsOf(credentials), ...cookiesIn(answer)]);
        } finally {
          if (!kept) admission.leave(load);
        }
      }
    }
  }

  return {
    async read(call, limiter, path, reading) {
      if (path === undefined) return { kind: 'failed', failure: unaddressable };
      const until = clock.awakeMs() + (call.maxWaitMs ?? defaultMaxWaitMs);
      let lost = false;
      let mayRepeat = true;
      let throttled = '';
      for (let attempt = 1; ; attempt += 1) {
        const wait = Math.max(0, until - clock.awakeMs());
        const answer = await once(
          call,
          limiter,
          wait,
          { method: 'GET', path, changes: false, mayRepeat },
          (whole, secrets) => ({ kind: 'answered', whole, secrets }) as const,
        );
        if (answer.kind === 'overtaken') {
          mayRepeat = false;
          continue;
        }
        if (answer.kind === 'held') {
          const { failure } = answer;
          // The service's own words for the pause, if this read has heard them.
          return {
            kind: 'failed',
            failure: failure.kind === 'rate-limited' ? { ...failure, message: throttled } : failure,
          };
        }
        const { whole, secrets } = answer;
        if (whole.kind === 'failed') {
          // An idle connection that the server closed just then; a read can simply be sent again, once.
          if (whole.reason === 'reset' && !lost) {
            lost = true;
            continue;
          }
          return { kind: 'failed', failure: lostFailure(whole) };
        }
        const result = readResponse(whole, secrets, `${baseUrl}${path}`, reading, clock.wallMs());
        if (result.kind === 'ok') return result;
        if (result.failure.kind === 'credentials' && call.credentials.kind === 'session') {
          return { kind: 'failed', failure: { ...result.failure, session: true } };
        }
        if (result.failure.kind !== 'rate-limited' || attempt === readAttempts) return result;
        throttled = result.failure.message;
      }
    },
    async write(
      call,
      { method, path, body, limiter, secrets: sent = [], maxWaitMs, mayRepeat = false, timeoutMs },
      note,
    ) {
      if (path === undefined) {
        return { kind: 'refused', status: unaddressable.status, message: unaddressable.message };
      }
      const judge = (answer: TransportAnswer, secrets: Secrets): WriteResult => {
        const all = [...secrets, ...sent];
        const result = resultOf(answer, all, `${baseUrl}${path}`, clock.wallMs());
        if (result.kind === 'unknown') call.breaker?.trip();
        note?.(answer, all);
        return result;
      };
      const wait = call.maxWaitMs ?? maxWaitMs ?? defaultMaxWaitMs;
      const request = { method, path, body, changes: true, timeoutMs };
      let result = await once(call, limiter, wait, { ...request, mayRepeat }, judge);
      if (result.kind === 'overtaken') {
        result = await once(call, limiter, wait, { ...request, mayRepeat: false }, judge);
      }
      switch (result.kind) {
        case 'held':
          return { kind: 'not-sent', failure: result.failure };
        case 'overtaken':
          throw new Error('A request that may not be repeated was overtaken.');
        default:
          return result;
      }
    },
  };
}

/** The place that the read before this write has kept; given back if it is of no use here. */
function keptPlace(lease: ReadLease | undefined, limiter: Limiter, changes: boolean): Admission | null {
  const slot = lease?.takeSlot();
  if (slot === undefined) return null;
  if (changes && slot.limiter === limiter && limiter.pausedForMs() === 0) {
    return { kind: 'go', leave: slot.leave, keep: () => undefined };
  }
  slot.leave({ kind: 'untold' });
  return null;
}

function resultOf(answer: TransportAnswer, secrets: Secrets, url: string, nowMs: number): WriteResult {
  if (answer.kind === 'response') return writeResponse(answer, secrets, url, nowMs);
  return answer.phase === 'before-send'
    ? { kind: 'not-sent', failure: lostFailure(answer) }
    : { kind: 'unknown', message: answer.message };
}

const unaddressable = {
  kind: 'invalid',
  status: 400,
  message: 'this identifier cannot be part of an address; nothing was sent',
} as const satisfies RemoteFailure;

/**
 * Segments as a path; undefined if one would lead elsewhere. '.' and '..' are steps however they are escaped. An empty
 * one makes another route, and a lone surrogate has no UTF-8.
 */
export function pathOf(...segments: readonly string[]): string | undefined {
  const broken = segments.some(
    (segment) => segment === '' || segment === '.' || segment === '..' || !segment.isWellFormed(),
  );
  return broken ? undefined : segments.map((segment) => encodeURIComponent(segment)).join('/');
}
