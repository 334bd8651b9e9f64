import type { Json, JsonObject } from '#contract/json.ts';
import type { Clock } from '#contract/ports.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { stringify } from '#core/json.ts';
import { readList, readObject, readRecord } from '#core/answers/success.ts';
import type { Reading } from '#core/answers/success.ts';
import type { RemoteFailure } from '#core/answers/failure.ts';
import type { Call, ReadResult, ServiceClient, WriteResult } from './answers.ts';
import type { Limiter, Load } from './limiter.ts';
import { loadOf, lostFailure, readResponse, writeResponse } from './response.ts';
import type { Method, Transport, TransportAnswer } from './transport.ts';

export type { Call, ListedRow, ReadResult, ServiceClient, WriteResult } from './answers.ts';

/** What a client works with. */
export interface ServiceClientOptions {
  readonly transport: Transport;
  /** As `parseBaseUrl` gives it. */
  readonly baseUrl: string;
  readonly profile: ServiceProfile;
  readonly limiter: Limiter;
  readonly clock: Clock;
}

/** Nothing left this machine. */
interface Held {
  readonly kind: 'held';
  readonly failure: RemoteFailure;
}

/** How often one read is sent at most when the service answers 429 every time. */
const readAttempts = 6;
const defaultMaxWaitMs = 60_000;

/** A client for one service address. Given transport, clock and limiter, it does the same thing every time. */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { transport, baseUrl, profile, limiter, clock } = options;

  /** One turn through the limiter and over the network. What the answer means is judged before the next one leaves. */
  async function once<T>(
    call: Call,
    maxWaitMs: number,
    { method, path, body }: { method: Method; path: string; body?: JsonObject | undefined },
    judge: (answer: TransportAnswer) => T,
  ): Promise<T | Held> {
    if (!/^[\x21-\x7e]{1,8192}$/u.test(call.token)) {
      const message = 'the API token is empty or has characters that cannot be sent';
      return { kind: 'held', failure: { kind: 'credentials', status: 0, message } };
    }
    const signal = call.signal === undefined ? {} : { signal: call.signal };
    const admission = await limiter.enter({ priority: call.priority, maxWaitMs, ...signal });
    switch (admission.kind) {
      case 'cancelled':
        return { kind: 'held', failure: { kind: 'cancelled' } };
      case 'paused':
        return {
          kind: 'held',
          failure: { kind: 'rate-limited', status: 429, message: '', retryAfterMs: admission.retryAfterMs },
        };
      case 'go': {
        let load: Load = { kind: 'untold' };
        try {
          if (method !== 'GET' && call.breaker?.isShut() === true) {
            return { kind: 'held', failure: { kind: 'cancelled' } };
          }
          const answer = await transport.send({
            method,
            url: `${baseUrl}${path}`,
            headers: headersFor(call.token, body !== undefined),
            ...(body === undefined ? {} : { body: stringify(body) }),
            ...signal,
          });
          load = loadOf(answer, clock.wallMs());
          return judge(answer);
        } finally {
          admission.leave(load);
        }
      }
    }
  }

  async function read<T>(
    call: Call,
    path: string | undefined,
    shape: (body: Json) => Reading<T>,
  ): Promise<ReadResult<T>> {
    if (path === undefined) return { kind: 'failed', failure: unaddressable };
    const until = clock.awakeMs() + (call.maxWaitMs ?? defaultMaxWaitMs);
    let lost = false;
    let throttled = '';
    for (let attempt = 1; ; attempt += 1) {
      const wait = Math.max(0, until - clock.awakeMs());
      const answer = await once(call, wait, { method: 'GET', path }, (whole) => whole);
      if (answer.kind === 'held') {
        const { failure } = answer;
        // The service's own words for the pause, where this read has heard them.
        return {
          kind: 'failed',
          failure: failure.kind === 'rate-limited' ? { ...failure, message: throttled } : failure,
        };
      }
      if (answer.kind === 'failed') {
        // An idle connection that the server closed just then; a read can simply be sent again, once.
        if (answer.reason === 'reset' && !lost) {
          lost = true;
          continue;
        }
        return { kind: 'failed', failure: lostFailure(answer) };
      }
      const result = readResponse(answer, call.token, `${baseUrl}${path}`, shape, clock.wallMs());
      if (result.kind === 'ok' || result.failure.kind !== 'rate-limited' || attempt === readAttempts) {
        return result;
      }
      throttled = result.failure.message;
    }
  }

  async function write(
    call: Call,
    method: Method,
    path: string | undefined,
    body?: JsonObject,
  ): Promise<WriteResult> {
    if (path === undefined) {
      return { kind: 'refused', status: unaddressable.status, message: unaddressable.message };
    }
    const judge = (answer: TransportAnswer): WriteResult => {
      const result = resultOf(answer, call.token, `${baseUrl}${path}`);
      if (result.kind === 'unknown') call.breaker?.trip();
      return result;
    };
    const result = await once(call, call.maxWaitMs ?? defaultMaxWaitMs, { method, path, body }, judge);
    return result.kind === 'held' ? { kind: 'not-sent', failure: result.failure } : result;
  }

  function resultOf(answer: TransportAnswer, token: string, url: string): WriteResult {
    if (answer.kind === 'response') return writeResponse(answer, token, url, clock.wallMs());
    return answer.phase === 'before-send'
      ? { kind: 'not-sent', failure: lostFailure(answer) }
      : { kind: 'unknown', message: answer.message };
  }

  const scans = (...segments: readonly string[]): string | undefined => pathOf('scans', ...segments);

  return {
    me: (call) => read(call, 'users/me', readObject),
    organization: (call) => read(call, 'organizations/me', readObject),
    listPage(call, { project, page, pageSize }) {
      const query = new URLSearchParams({ project, page: String(page), pageSize: String(pageSize) });
      const path = project.isWellFormed() ? `scans/?${query.toString()}` : undefined;
      return read(call, path, (body) => readList(body, profile));
    },
    readFinding: (call, id) => read(call, scans(id), (body) => readRecord(body, id, profile)),
    createFinding: (call, project, body) => write(call, 'PUT', scans(project), body),
    updateFinding: (call, project, body) => write(call, 'POST', scans(project), body),
    deleteFinding: (call, project, id) => write(call, 'DELETE', scans(project, id)),
    bulkStatus: (call, project, ids, status) =>
      write(call, 'POST', scans(project, 'bulk-status'), { ids, status }),
    bulkDelete: (call, project, ids) => write(call, 'POST', scans(project, 'bulk-delete'), { ids }),
    review: (call, project, id, body) => write(call, 'POST', scans(project, id, 'review'), body),
  };
}

const unaddressable = {
  kind: 'invalid',
  status: 400,
  message: 'this identifier cannot be part of an address; nothing was sent',
} as const satisfies RemoteFailure;

/**
 * Segments as a path; undefined when one of them would lead elsewhere: '.' and '..' are steps through the
 * path however they are escaped, an empty one makes another route, a lone surrogate has no UTF-8.
 */
function pathOf(...segments: readonly string[]): string | undefined {
  const broken = segments.some(
    (segment) => segment === '' || segment === '.' || segment === '..' || !segment.isWellFormed(),
  );
  return broken ? undefined : segments.map((segment) => encodeURIComponent(segment)).join('/');
}

function headersFor(token: string, withBody: boolean): Record<string, string> {
  return {
    'X-SERVICE-TOKEN': token,
    Accept: 'application/json',
    ...(withBody ? { 'Content-Type': 'application/json' } : {}),
  };
}
