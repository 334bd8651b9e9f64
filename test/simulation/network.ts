import type { Transport, TransportAnswer, TransportRequest } from '#remote/transport.ts';
import { drawFault, type Fault } from './faults.ts';
import type { Dice } from './random.ts';
import type { Answer, ModelService } from './service.ts';
import type { Timeline } from './timeline.ts';

/** What the network tells the run about: each is a place where the program may be killed. */
export interface Watch {
  /** A request is about to leave. Throws nothing; may kill the program. */
  readonly leaving: (request: TransportRequest) => void;
  /** An answer has arrived and is about to be handed over. */
  readonly arrived: (request: TransportRequest) => void;
  /** False once the program that asked was killed: nothing is handed over any more. */
  readonly alive: () => boolean;
  readonly tell: (line: string) => void;
}

export interface NetworkPlan {
  /** One request in so many meets a fault; 0: none. */
  faultRarity: number;
  online: boolean;
}

/**
 * The network of the simulation: stands in for `Transport`, the only thing below the shipped client. Latency and
 * faults are drawn; a request that left lands at the service even when the program was killed meanwhile.
 */
export function simulatedTransport(
  service: ModelService,
  timeline: Timeline,
  dice: Dice,
  plan: NetworkPlan,
  quietTimeMs: number,
  watch: Watch,
): Transport {
  const send = (request: TransportRequest): Promise<TransportAnswer> =>
    new Promise((resolve) => {
      const hand = (answer: TransportAnswer): void => {
        if (!watch.alive()) return;
        watch.arrived(request);
        if (watch.alive()) resolve(answer);
      };
      const after = (ms: number, happen: () => void): void => {
        timeline.at(ms, happen);
      };
      const name = `${request.method} ${new URL(request.url).pathname}`;
      const fault = plan.online ? drawFault(dice, plan.faultRarity, request.method, quietTimeMs) : null;
      if (!plan.online || fault?.kind === 'not-sent') {
        watch.tell(`${name}: no connection`);
        after(1, () => {
          hand(failed('before-send', 'unreachable'));
        });
        return;
      }
      watch.leaving(request);
      if (!watch.alive()) return;
      const there = dice.between(5, 60);
      const back = dice.between(5, 60);
      watch.tell(`${name}${fault === null ? '' : `: ${fault.kind}`}`);
      const readAtMs = service.readBefore(request.method, request.body);
      const handle = (): Answer => service.handle(request.method, request.url, request.body, readAtMs);
      meet(fault, { request, hand, after, there, back, handle });
    });
  return { send, close: () => Promise.resolve() };
}

interface Meeting {
  readonly request: TransportRequest;
  readonly hand: (answer: TransportAnswer) => void;
  readonly after: (ms: number, happen: () => void) => void;
  readonly there: number;
  readonly back: number;
  readonly handle: () => Answer;
}

function meet(fault: Fault | null, { request, hand, after, there, back, handle }: Meeting): void {
  /** The service sees the request or not, then an answer goes back. */
  const exchange = (handled: boolean, answerOf: (answer: Answer | null) => TransportAnswer): void => {
    after(there, () => {
      const answer = handled ? handle() : null;
      after(back, () => {
        hand(answerOf(answer));
      });
    });
  };
  switch (fault?.kind) {
    case undefined:
    case 'empty-list':
    case 'cut-list':
      exchange(true, (answer) => response(listFault(fault?.kind, request, answer)));
      return;
    case 'not-sent':
      return;
    case 'lost-request':
      exchange(false, () => failed('after-send', 'reset'));
      return;
    case 'lost-answer':
      exchange(true, () => failed('after-send', 'timeout'));
      return;
    case 'lands-late':
      after(there, () => {
        hand(failed('after-send', 'reset'));
      });
      after(there + fault.afterMs, () => {
        handle();
      });
      return;
    case 'status':
      exchange(fault.handled, () => response({ status: fault.status, body: '{"error":"it broke"}' }));
      return;
    case 'throttled':
      exchange(false, () =>
        response(
          { status: 429, body: '{"message":"slow down"}' },
          fault.retryAfter === null ? {} : { 'retry-after': fault.retryAfter },
        ),
      );
      return;
    case 'web-page':
      exchange(fault.handled, () =>
        response({ status: 200, body: '<html><body>Sign in to the hotel</body></html>' }),
      );
      return;
    case 'success-false':
      exchange(fault.handled, () => response({ status: 200, body: '{"success":false,"message":"no"}' }));
      return;
  }
}

function listFault(
  kind: 'empty-list' | 'cut-list' | undefined,
  request: TransportRequest,
  answer: Answer | null,
): Answer {
  const given = answer ?? { status: 500, body: '' };
  if (kind === undefined || request.method !== 'GET' || !request.url.includes('page=')) return given;
  return kind === 'empty-list' ? { status: 200, body: '[]' } : given;
}

function response(answer: Answer, headers: Record<string, string> = {}): TransportAnswer {
  return {
    kind: 'response',
    status: answer.status,
    headers: { 'content-type': 'application/json', ...headers },
    body: new TextEncoder().encode(answer.body),
  };
}

function failed(
  phase: 'before-send' | 'after-send',
  reason: 'unreachable' | 'reset' | 'timeout',
): TransportAnswer {
  return { kind: 'failed', phase, reason, message: reason };
}
