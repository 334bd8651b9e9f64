import { gzipSync } from 'node:zlib';

/** What the service decided to answer, before any fault is applied. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer;
  /** The findings that a write created, changed or removed. */
  readonly touched: readonly string[];
}

const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };

/** The same answer with its body in gzip. */
export function compressed(answer: ServiceResponse): ServiceResponse {
  const headers = { ...answer.headers, 'content-encoding': 'gzip' };
  return { ...answer, headers, body: gzipSync(answer.body) };
}

/** A 200 with this JSON text as it is. */
export function jsonText(body: string): ServiceResponse {
  return { status: 200, headers: JSON_TYPE, body, touched: [] };
}

/** A 2xx for a write, with the findings that it touched. */
export function written(status: 200 | 201, value: unknown, touched: readonly string[]): ServiceResponse {
  return { status, headers: JSON_TYPE, body: JSON.stringify(value), touched };
}

/**
 * A refusal from the error table. Its body holds the `message` member for 400, 409 and 429 and the `error` member
 * otherwise: the interface promises one of the two, so clients read both.
 */
export function refused(
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
): ServiceResponse {
  const member = status === 400 || status === 409 || status === 429 ? 'message' : 'error';
  return {
    status,
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify({ [member]: sentence }),
    touched: [],
  };
}

/** A refusal with this JSON as its body. */
export function refusedWith(status: number, body: unknown): ServiceResponse {
  return { status, headers: JSON_TYPE, body: JSON.stringify(body), touched: [] };
}

/** A 400: invalid parameters or body. */
export function badRequest(sentence: string): ServiceResponse {
  return refused(400, sentence);
}

/** A 404, the same for what is not there and for what this caller may not see. */
export function notFound(): ServiceResponse {
  return refused(404, 'Not found.');
}
