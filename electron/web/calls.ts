import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { Failure } from '#contract/error.ts';
import { procedures } from '#contract/procedures/index.ts';
import type { Procedure } from '#contract/procedure.ts';
import { maxCallLength, tooLargeWords } from '#contract/input/sizes.ts';
import type { HomeGateway } from '#app/client/home-gateway.ts';
import { headers, reply } from './reply.ts';
import type { Streams } from './streams.ts';

/** The calls of the pages. */
export interface PageCalls {
  /**
   * Answers `POST /call/NAME`. A page that goes away takes its call back; what it sends as it goes (`x-leaving`) is
   * answered before it is done.
   */
  take(path: string, request: IncomingMessage, response: ServerResponse): void;
  /** Asks every call to stop at a safe point. */
  stop(): void;
  /** Resolves when all have answered. */
  settled(): Promise<unknown>;
}

const callPath = /^\/call\/([a-z]+\.[a-zA-Z]+)$/u;
/** Names a call for its progress; made by the page. */
const callId = /^[\w-]{1,100}$/u;
const jsonType = /^application\/json(?:;|$)/u;
/** Only a terminal and the system's own dialogs say where something is written or read. */
const namesPath: ReadonlySet<string> = new Set(
  Object.entries<Procedure>(procedures).flatMap(([name, row]) =>
    row.writesPath === undefined && row.readsPath === undefined ? [] : [name],
  ),
);
const plain = 'text/plain; charset=utf-8';

/** Answers `POST /call/NAME` through the gateway. @param streams take the progress of a call, for the page that made it */
export function createCalls(gateway: HomeGateway, streams: Streams): PageCalls {
  const running = new Map<AbortController, Promise<void>>();
  let stopped = false;

  async function run(
    name: string,
    request: IncomingMessage,
    response: ServerResponse,
    signal: AbortSignal,
  ): Promise<void> {
    const body = await readBody(request);
    switch (body.kind) {
      case 'broken':
        response.destroy();
        return;
      case 'too-large':
        refuseEarly(request, response, { code: 'usage', message: tooLargeWords });
        return;
      case 'text':
        break;
    }
    if (namesPath.has(name)) {
      // Whatever runs in a page must not read or write where it likes; it keeps the report here and gives it to the browser.
      const message = 'A page of the browser names no files of this computer.';
      refuse(response, 200, { code: 'refused', message });
      return;
    }
    const id = request.headers['x-call'];
    const progressOf = typeof id === 'string' && callId.test(id) ? id : null;
    const account = request.headers['x-account'];
    const leaving = isLeaving(request);
    if (leaving) reply(response, 202, plain, '');
    const outcome = await gateway.call(name, body.text, {
      signal,
      account: typeof account === 'string' ? account : undefined,
      ...(progressOf === null
        ? {}
        : {
            onProgress: (event) => streams.send('progress', JSON.stringify({ call: progressOf, event })),
          }),
    });
    if (!leaving) reply(response, 200, 'application/json', outcome);
  }

  return {
    take(path, request, response) {
      const name = callPath.exec(path)?.[1];
      if (name === undefined) return reply(response, 404, plain, 'There is no such call.');
      if (!jsonType.test(request.headers['content-type'] ?? '')) {
        return reply(response, 415, plain, 'A call is application/json.');
      }
      const controller = new AbortController();
      if (stopped) controller.abort();
      if (!isLeaving(request)) response.on('close', () => controller.abort());
      const done = run(name, request, response, controller.signal).finally(() => running.delete(controller));
      running.set(controller, done);
    },
    stop() {
      stopped = true;
      for (const controller of running.keys()) controller.abort();
    },
    settled: () => Promise.allSettled(running.values()),
  };
}

function isLeaving(request: IncomingMessage): boolean {
  return request.headers['x-leaving'] === '1';
}

/** Refuses while the page still sends. The connection stays until it has: the page would meet a broken one, not the words. */
function refuseEarly(request: IncomingMessage, response: ServerResponse, error: Failure): void {
  const body = JSON.stringify({ ok: false, error });
  response.writeHead(413, {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  response.write(body);
  finished(request, () => response.end());
  request.resume();
}

/** Answers as the gateway does when it refuses: the page reads the words from there, whatever the status is. */
function refuse(response: ServerResponse, status: number, error: Failure): void {
  reply(response, status, 'application/json', JSON.stringify({ ok: false, error }));
}

/** What a request's body turned out to be. */
type RequestBody =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too-large' }
  /** The page went away before it was whole. */
  | { readonly kind: 'broken' };

/** Reads a body whole, and no further than the limit. */
async function readBody(request: IncomingMessage): Promise<RequestBody> {
  if (Number(request.headers['content-length'] ?? 0) > maxCallLength) return { kind: 'too-large' };
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    // Leaving the loop early must not hang up: the page shall read why.
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      if (!(chunk instanceof Buffer)) return { kind: 'broken' };
      bytes += chunk.length;
      if (bytes > maxCallLength) return { kind: 'too-large' };
      chunks.push(chunk);
    }
  } catch {
    return { kind: 'broken' };
  }
  const whole = Buffer.concat(chunks);
  const text = whole.toString('utf8');
  // A passphrase or a client's text may be in it, and freed memory keeps what was there.
  for (const buffer of [whole, ...chunks]) buffer.fill(0);
  return { kind: 'text', text };
}
