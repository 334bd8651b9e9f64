import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { start } from '../cli/support/dossier.ts';
import type { Running } from '../cli/support/dossier.ts';
import { interrupt } from '../support/system/interrupt.ts';

/** `dossier serve` in a process of its own. */
export interface Serving {
  readonly running: Running;
  /** The address on the first line of its output. */
  readonly url: URL;
  /** Stops it as Ctrl-C does. */
  stop(): Promise<number | null>;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | AsyncIterable<Uint8Array>;
  readonly signal?: AbortSignal;
}

const started = new Set<Running>();

/** Ends what a failed test left running. */
export async function endAll(): Promise<void> {
  for (const { child } of started) child.kill('SIGKILL');
  await Promise.all([...started].map(({ ended }) => ended));
  started.clear();
}

/** Starts the program and waits for its address. */
export async function startServing(
  home: string,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Serving> {
  const running = start(['serve', '--json', '--home', home, ...args], { env, inputStaysOpen: true });
  started.add(running);
  const { stdout } = running.child;
  if (stdout === null) throw new Error('It has no output.');
  const [line] = await Promise.race([
    once(createInterface({ input: stdout }), 'line'),
    running.ended.then(({ stderr }) => Promise.reject(new Error(`It ended at once: ${stderr}`))),
  ]);
  const { url } = JSON.parse(line) as { url: string };
  return {
    running,
    url: new URL(url),
    async stop() {
      interrupt(running.child);
      return (await running.ended).code;
    },
  };
}

/** Asks for a path exactly as it is written: no browser, no library tidies it up. */
export async function ask(url: URL, path: string, asked: Asked = {}): Promise<Answer> {
  const response = await open(url, path, asked);
  let body = '';
  for await (const chunk of response.setEncoding('utf8')) body += String(chunk);
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** The same, for an answer that is read while it comes. */
export async function open(url: URL, path: string, asked: Asked = {}): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, signal } = asked;
  const sent = request({
    host: url.hostname,
    port: url.port,
    path,
    method,
    headers,
    agent: false,
    ...(signal && { signal }),
  });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  if (body === undefined || typeof body === 'string') sent.end(body);
  // The other side may have enough before the end.
  else pipeline(body, sent).catch(() => undefined);
  const [response] = await answered;
  return response;
}

/** What was read from JSON: looked at as it is and compared whole, as everywhere in the tests. */
type Parsed = Awaited<ReturnType<Response['json']>>;

/** A browser that came in by the key. */
export interface Visitor {
  readonly url: URL;
  readonly cookie: string;
  ask(path: string, asked?: Asked): Promise<Answer>;
  /** Calls a procedure; the outcome. */
  call(name: string, input?: unknown, asked?: Asked): Promise<Parsed>;
  /** The event stream, one event a step. */
  events(): Promise<AsyncIterableIterator<{ event: string; data: Parsed }>>;
}

/** Goes in by the address that was printed. */
export async function visit(url: URL): Promise<Visitor> {
  const entered = await ask(url, `${url.pathname}${url.search}`);
  const cookie = entered.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  const withCookie = ({ headers, ...rest }: Asked = {}): Asked => ({
    ...rest,
    headers: { cookie, ...headers },
  });
  return {
    url,
    cookie,
    ask: (path, asked) => ask(url, path, withCookie(asked)),
    async call(name, input = {}, { headers, ...rest } = {}) {
      const answer = await ask(
        url,
        `/call/${name}`,
        withCookie({
          ...rest,
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(input),
        }),
      );
      return answer.status === 200 ? JSON.parse(answer.body) : answer;
    },
    async events() {
      return readEvents(await open(url, '/events', withCookie()));
    },
  };
}

async function* readEvents(
  response: IncomingMessage,
): AsyncGenerator<{ event: string; data: Parsed }, undefined> {
  let event = '';
  for await (const line of createInterface({ input: response })) {
    if (line.startsWith('event: ')) event = line.slice(7);
    if (line.startsWith('data: ')) yield { event, data: JSON.parse(line.slice(6)) };
  }
}
