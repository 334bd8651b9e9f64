import type { ServerResponse } from 'node:http';
import type { ServiceResponse } from '../handlers/answer.ts';

/** A request as a fault function sees it, before the service has handled it. */
export interface FaultRequest {
  /** Counts every request to the service, from 1. */
  readonly n: number;
  readonly method: string;
  /** The request target as sent, with base path and query. */
  readonly path: string;
  readonly user: string | null;
  readonly body: string;
}

/**
 * What goes wrong with a request. With `handled` the service does what was asked and only the answer is lost
 * or spoiled; without, it is as if the request had never arrived.
 */
export type Fault =
  /** The connection ends without an answer. */
  | { readonly kind: 'drop'; readonly handled: boolean }
  /** The connection ends at once, and the request is handled once this has settled. */
  | { readonly kind: 'late'; readonly until: Promise<unknown> }
  /** Any status, such as 302, 500 or 429; `retryAfter` and `location` become headers. */
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly handled: boolean;
      readonly retryAfter?: string;
      readonly location?: string;
      readonly body?: string;
    }
  /** A 200 with a page of HTML, as from a captive portal. */
  | { readonly kind: 'html'; readonly handled: boolean }
  /** A 200 with `success:false`. */
  | { readonly kind: 'success-false'; readonly handled: boolean }
  /** The right answer, `bytes` at a time. */
  | { readonly kind: 'trickle'; readonly bytes: number; readonly everyMs: number }
  /** The right answer, cut off after so many bytes of its body. */
  | { readonly kind: 'cut'; readonly afterBytes: number }
  /** The right answer, so much later. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The right answer, once this has settled. */
  | { readonly kind: 'held'; readonly until: Promise<unknown> }
  /** This text instead of the right body, under the right status. */
  | { readonly kind: 'body'; readonly body: string; readonly contentType?: string };

export type FaultFunction = (request: FaultRequest) => Fault | undefined;

/** Whether the service handles a request in spite of the fault. */
export function isHandled(fault: Fault): boolean {
  switch (fault.kind) {
    case 'drop':
    case 'status':
    case 'html':
    case 'success-false':
      return fault.handled;
    case 'late':
    case 'trickle':
    case 'cut':
    case 'delay':
    case 'held':
    case 'body':
      return true;
  }
}

const PORTAL = '<!doctype html><html><head><title>Sign in</title></head><body>Guest network</body></html>';

function bytesOf({ body }: ServiceResponse): Buffer {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

/** Sends an answer whole. */
export function sendAnswer(response: ServerResponse, answer: ServiceResponse): void {
  const body = bytesOf(answer);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
  response.end(body);
}

/** Sends what is left of an answer under a fault. `wait` resolves after so many milliseconds. */
export async function sendFaulty(
  response: ServerResponse,
  answer: ServiceResponse,
  fault: Fault,
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  switch (fault.kind) {
    case 'drop':
    case 'late':
      response.destroy();
      return;
    case 'status':
      sendAnswer(response, {
        ...answer,
        status: fault.status,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          ...(fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter }),
          ...(fault.location === undefined ? {} : { location: fault.location }),
        },
        body: fault.body ?? JSON.stringify({ error: 'The service could not answer.' }),
      });
      return;
    case 'html':
      sendAnswer(response, {
        ...answer,
        status: 200,
        headers: { 'content-type': 'text/html' },
        body: PORTAL,
      });
      return;
    case 'success-false':
      sendAnswer(response, {
        ...answer,
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ success: false, message: 'The request could not be completed.' }),
      });
      return;
    case 'body':
      sendAnswer(response, {
        ...answer,
        headers: { 'content-type': fault.contentType ?? 'application/json; charset=utf-8' },
        body: fault.body,
      });
      return;
    case 'delay':
      await wait(fault.ms);
      sendAnswer(response, answer);
      return;
    case 'held':
      await fault.until;
      sendAnswer(response, answer);
      return;
    case 'cut':
      await sendStart(response, answer, fault.afterBytes);
      response.destroy();
      return;
    case 'trickle':
      await trickle(response, answer, fault, wait);
      return;
  }
}

function sendStart(response: ServerResponse, answer: ServiceResponse, bytes: number): Promise<void> {
  const body = bytesOf(answer);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
  return new Promise((resolve) => {
    response.flushHeaders();
    response.write(body.subarray(0, bytes), () => {
      resolve();
    });
  });
}

async function trickle(
  response: ServerResponse,
  answer: ServiceResponse,
  { bytes, everyMs }: { readonly bytes: number; readonly everyMs: number },
  wait: (ms: number) => Promise<void>,
): Promise<void> {
  const body = bytesOf(answer);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length });
  for (let at = 0; at < body.length && !response.destroyed; at += bytes) {
    response.write(body.subarray(at, at + bytes));
    await wait(everyMs);
  }
  response.end();
}
