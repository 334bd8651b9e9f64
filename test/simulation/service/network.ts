import type { Json } from '#contract/json.ts';
import { parseJson, stringify } from '#domain/base/json.ts';
import type { Transport, TransportAnswer, TransportRequest } from '#remote/http/transport.ts';
import type { Fault } from './faults.ts';
import type { Dice } from '../draw/random.ts';
import type { Answer, ModelService } from './service.ts';
import type { Timeline } from '../play/timeline.ts';

/** What the network tells the run about: each is a place where the program may be killed. */
export interface Watch {
  /** A request is about to leave. May kill the program. */
  readonly leaving: (request: TransportRequest) => void;
  /** An answer has arrived and is about to be handed over. May kill the program. */
  readonly arrived: (outcome: 'read' | 'unknown write' | 'other') => void;
  /** False once the program that asked was killed: nothing is handed over any more. */
  readonly alive: () => boolean;
  readonly online: () => boolean;
  /** The fault that this request meets, if any. */
  readonly faultOf: (request: TransportRequest) => Fault | null;
  /** A write that the client takes for lost will land all the same in so many milliseconds. */
  readonly landsLate: (inMs: number) => void;
  readonly tell: (line: string) => void;
}

/** When each finding was last read, as far as an answer came back. */
export class Readings {
  readonly #details = new Map<string, number>();
  readonly #answeredMs = new Map<string, number>();
  readonly #lists = new Map<string, number>();

  /** `backMs`: how long the answer takes on its way to a machine that is awake. */
  note(request: TransportRequest, atMs: number, backMs: number, body: string): void {
    if (request.method !== 'GET') return;
    if (request.url.includes('page=')) {
      for (const [, id] of body.matchAll(/"id":"(s\d+)"/gu)) this.#answered(this.#lists, id, atMs, backMs);
    } else {
      const id = /\/scans\/(s\d+)$/u.exec(request.url)?.[1];
      if (id !== undefined) this.#answered(this.#details, id, atMs, backMs);
    }
  }

  #answered(of: Map<string, number>, id = '', atMs: number, backMs: number): void {
    of.set(id, atMs);
    this.#answeredMs.set(id, atMs + backMs);
  }

  /** When the newest answer about a finding could be here at the earliest: from then on a write on it is late. */
  answeredMs(id: string): number | undefined {
    return this.#answeredMs.get(id);
  }

  /** What a request that leaves now knows. A list counts for a bulk request if it shows everything. */
  knowledge(request: TransportRequest, lists: boolean): (id: string) => number {
    const details = new Map(this.#details);
    const listed = lists && request.url.includes('/bulk-') ? new Map(this.#lists) : new Map<string, number>();
    return (id) => Math.max(details.get(id) ?? -1, listed.get(id) ?? -1);
  }
}

/**
 * The network of the simulation: stands in for `Transport`, the only thing below the shipped client. A request
 * that left lands at the service even when the program was killed meanwhile.
 */
export function simulatedTransport(
  service: ModelService,
  timeline: Timeline,
  dice: Dice,
  readings: Readings,
  watch: Watch,
  home = 0,
): Transport {
  const send = (request: TransportRequest): Promise<TransportAnswer> =>
    new Promise((resolve) => {
      const fault = watch.online() ? watch.faultOf(request) : null;
      const hand = (answer: TransportAnswer): void => {
        if (!watch.alive()) return;
        watch.arrived(outcomeOf(request, fault, answer));
        if (watch.alive()) resolve(answer);
      };
      const name = `${request.method} ${request.url.slice('http://127.0.0.1/api'.length)}`;
      if (!watch.online() || fault?.kind === 'not-sent') {
        watch.tell(`${name}: no connection`);
        const answer = failed('before-send', 'unreachable');
        timeline.at(
          1,
          () => {
            hand(answer);
          },
          'arrival',
        );
        return;
      }
      watch.leaving(request);
      if (!watch.alive()) return;
      watch.tell(fault === null ? name : `${name}: ${describeFault(fault)}`);
      // One answer in eight takes long enough to be overtaken by the ones after it.
      const [there, back] = [
        dice.between(5, 60),
        dice.oneIn(8) ? dice.between(100, 900) : dice.between(5, 60),
      ];
      const known =
        request.method === 'GET'
          ? () => -1
          : readings.knowledge(request, service.variant.list === 'everything');
      const handle = (): Answer =>
        service.handle(
          {
            method: request.method,
            url: request.url,
            token: request.headers['X-SERVICE-TOKEN'] ?? '',
            body: request.body,
            home,
          },
          known,
        );
      /** The service sees the request or not, then an answer goes back. */
      const exchange: Exchange = (handled, answerOf) => {
        timeline.at(there, () => {
          const answer = handled ? handle() : { status: 500, body: '' };
          const readAtMs = timeline.nowMs;
          const arrive = (): void => {
            const given = answerOf(answer);
            const list = request.url.includes('page=');
            const whole =
              fault === null || fault.kind === 'partial-list' || (fault.kind === 'empty-list' && !list);
            if (whole && answer.status === 200) readings.note(request, readAtMs, back, answer.body);
            hand(given);
          };
          timeline.at(back, arrive, 'arrival');
        });
      };
      if (fault?.kind === 'lands-late' && request.method !== 'GET') {
        exchange(false, () => failed('after-send', 'reset'));
        timeline.at(there + fault.afterMs, handle);
        watch.landsLate(there + fault.afterMs);
        return;
      }
      if (fault?.kind === 'refused' && fault.status === 404) sayGone(service, timeline, request);
      meet(fault, request, timeline, exchange);
    });
  return { send, close: () => Promise.resolve() };
}

type Exchange = (handled: boolean, answerOf: (answer: Answer) => TransportAnswer) => void;

function meet(fault: Fault | null, request: TransportRequest, timeline: Timeline, exchange: Exchange): void {
  const isList = request.method === 'GET' && request.url.includes('page=');
  switch (fault?.kind) {
    case undefined:
    case 'not-sent':
      exchange(true, response);
      return;
    case 'empty-list':
      exchange(true, (answer) => response(isList ? { status: answer.status, body: '[]' } : answer));
      return;
    case 'partial-list':
      exchange(true, (answer) => response(isList ? withoutRow(answer, fault.without) : answer));
      return;
    case 'lost-request':
      exchange(false, () => failed('after-send', 'reset'));
      return;
    // A read has no effect that could land late.
    case 'lands-late':
    case 'lost-answer':
      exchange(true, () => failed('after-send', 'timeout'));
      return;
    case 'status':
      exchange(fault.handled, () => response({ status: fault.status, body: '{"error":"it broke"}' }));
      return;
    case 'refused':
      exchange(false, () => response({ status: fault.status, body: '{"error":"not now"}' }));
      return;
    case 'throttled':
      exchange(false, () =>
        response(
          { status: 429, body: '{"message":"slow down"}' },
          fault.retryAfter === null ? {} : { 'retry-after': fault.retryAfter },
        ),
      );
      return;
    case 'throttled-until':
      exchange(false, () => {
        const until = new Date(timeline.wallMs + fault.aheadMs).toUTCString();
        return response({ status: 429, body: '' }, { 'retry-after': until });
      });
      return;
    case 'web-page':
      exchange(fault.handled, () =>
        response({ status: 200, body: '<html><body>Sign in to the hotel</body></html>' }),
      );
      return;
    case 'cut-body':
      exchange(true, (answer) => response({ ...answer, body: answer.body.slice(0, -2) }));
      return;
    case 'success-false':
      exchange(fault.handled, () => response({ status: 200, body: '{"success":false,"message":"no"}' }));
      return;
    case 'redirect':
      exchange(fault.handled, () => response({ status: 302, body: '' }, { location: 'http://hotel.test/' }));
      return;
  }
}

/** One fault in a few words, for the story. */
function describeFault(fault: Fault): string {
  switch (fault.kind) {
    case 'lands-late':
      return `lands ${String(fault.afterMs)} ms late`;
    case 'status':
    case 'refused':
      return `${fault.kind} ${String(fault.status)}${'handled' in fault && fault.handled ? ', carried out' : ''}`;
    case 'web-page':
    case 'success-false':
    case 'redirect':
      return `${fault.kind}${fault.handled ? ', carried out' : ''}`;
    case 'throttled':
      return `throttled, Retry-After ${fault.retryAfter ?? 'missing'}`;
    case 'not-sent':
    case 'lost-request':
    case 'lost-answer':
    case 'throttled-until':
    case 'cut-body':
    case 'empty-list':
    case 'partial-list':
      return fault.kind;
  }
}

/** What an answer means for the writes after it: a read that worked, or a write that nobody knows the end of. */
function outcomeOf(
  { method }: TransportRequest,
  fault: Fault | null,
  answer: TransportAnswer,
): 'read' | 'unknown write' | 'other' {
  if (method === 'GET') {
    const whole = fault === null || fault.kind === 'empty-list' || fault.kind === 'partial-list';
    return whole && answer.kind === 'response' && answer.status === 200 ? 'read' : 'other';
  }
  if (answer.kind === 'failed') return answer.phase === 'after-send' ? 'unknown write' : 'other';
  return answer.status >= 500 || answer.status === 408 || answer.status === 302 ? 'unknown write' : 'other';
}

/** An answer that lies: anyone who reads "not found" may take the finding for gone. */
function sayGone(service: ModelService, timeline: Timeline, request: TransportRequest): void {
  for (const [, id] of `${request.url} ${request.body ?? ''}`.matchAll(/\b(s\d+)\b/gu)) {
    service.find(id ?? '')?.saidGone(timeline.nowMs);
  }
}

function withoutRow(answer: Answer, without: number): Answer {
  if (answer.status !== 200) return answer;
  const rows = parseJson(answer.body);
  if (rows.kind === 'broken') return answer;
  const left = (rows.value as Json[]).filter((_row, place) => place !== without);
  return { status: 200, body: stringify(left) };
}

const encoder = new TextEncoder();

function response(answer: Answer, headers: Record<string, string> = {}): TransportAnswer {
  return {
    kind: 'response',
    status: answer.status,
    headers: { 'content-type': 'application/json', ...headers },
    body: encoder.encode(answer.body),
  };
}

function failed(
  phase: 'before-send' | 'after-send',
  reason: 'unreachable' | 'reset' | 'timeout',
): TransportAnswer {
  return { kind: 'failed', phase, reason, message: reason };
}
