import { once } from 'node:events';
import dns from 'node:dns';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createHttpTransport } from '#remote/http/http-transport.ts';
import type { HttpTransportOptions } from '#remote/http/http-transport.ts';
import type { Transport, TransportRequest } from '#remote/http/transport.ts';
import { faultServer, httpAnswer } from '../faults/servers.ts';
import type { Answer, FaultServer } from '../faults/servers.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function serve(answer: Answer): Promise<FaultServer> {
  const server = await faultServer(answer);
  closers.push(() => server.close());
  return server;
}

function transportTo(
  server: { readonly baseUrl: string },
  options: Partial<HttpTransportOptions> = {},
): Transport {
  const transport = createHttpTransport({ baseUrl: server.baseUrl, ...options });
  closers.push(() => transport.close());
  return transport;
}

const get = (server: { baseUrl: string }, path = 'x'): TransportRequest => ({
  method: 'GET',
  url: `${server.baseUrl}${path}`,
  headers: {},
});
const put = (server: { baseUrl: string }, body = '{}', signal?: AbortSignal): TransportRequest => ({
  method: 'PUT',
  url: `${server.baseUrl}scans/p`,
  headers: { 'Content-Type': 'application/json' },
  body,
  ...(signal === undefined ? {} : { signal }),
});

/** A promise and the hand that resolves it. */
function signalled(): { readonly happened: Promise<void>; readonly tell: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { happened: promise, tell: resolve };
}

describe('an answer', () => {
  test('arrives with status, header and body as they were sent', async () => {
    const server = await serve((socket) => {
      socket.write(httpAnswer(207, 'päge', { 'X-Twice': 'a', 'x-twice': 'b', __proto__x: 'kept' }));
    });
    const answer = await transportTo(server).send(get(server, 'scans/?project=a%20b&page=1'));
    if (answer.kind !== 'response') throw new Error(answer.message);
    expect(answer.status).toBe(207);
    expect(answer.headers['x-twice']).toBe('a, b');
    expect(new TextDecoder().decode(answer.body)).toBe('päge');
    expect(server.received[0]?.path).toBe('/api/scans/?project=a%20b&page=1');
  });

  test('keeps its cookies apart, line by line, and in no other header', async () => {
    const lines = ['Set-Cookie: a=1; Expires=Thu, 01 Jan 2026 01:00:00 GMT', 'set-cookie: b=2', 'X-A: 1'];
    const server = await serve((socket) =>
      socket.write(`HTTP/1.1 200 Answer\r\nContent-Length: 0\r\n${lines.join('\r\n')}\r\n\r\n`),
    );
    expect(await transportTo(server).send(get(server))).toMatchObject({
      headers: { 'content-length': '0', 'x-a': '1' },
      setCookies: ['a=1; Expires=Thu, 01 Jan 2026 01:00:00 GMT', 'b=2'],
    });
    const answer = await transportTo(server).send(get(server));
    expect(answer.kind === 'response' && Object.keys(answer.headers)).toEqual(['content-length', 'x-a']);
  });

  test('with a header named __proto__ is an answer like any other', async () => {
    const server = await serve((socket) => {
      socket.write(
        'HTTP/1.1 200 OK\r\n__proto__: a\r\n__proto__: b\r\nconstructor: c\r\nContent-Length: 2\r\n\r\nok',
      );
    });
    const answer = await transportTo(server).send(get(server));
    expect(answer).toMatchObject({ kind: 'response', status: 200 });
  });

  test.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('that is packed with %s is unpacked', async (encoding, pack) => {
    const server = await serve((socket) => {
      socket.write(httpAnswer(200, pack('finding '.repeat(1_000)), { 'Content-Encoding': encoding }));
    });
    const answer = await transportTo(server).send(get(server));
    if (answer.kind !== 'response') throw new Error(answer.message);
    expect(new TextDecoder().decode(answer.body)).toBe('finding '.repeat(1_000));
    expect(server.received[0]?.headers.get('accept-encoding')).toContain('gzip');
  });

  test('leaves no timer behind that would keep the program from ending', async () => {
    const server = await serve((socket) => socket.write(httpAnswer(200)));
    const transport = transportTo(server);
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    await transport.send(get(server));
    await transport.close();
    expect(timers()).toBeLessThanOrEqual(before);
  });

  test('that redirects is handed over, never followed', async () => {
    const elsewhere = await serve((socket) => socket.write(httpAnswer(200, '[]')));
    const server = await serve((socket) =>
      socket.write(httpAnswer(307, '', { Location: `${elsewhere.baseUrl}scans/` })),
    );
    const answer = await transportTo(server).send(put(server));
    expect(answer).toMatchObject({ kind: 'response', status: 307 });
    expect(elsewhere.connections()).toBe(0);
  });
});

describe('a request', () => {
  test('to another origin, or beside the base path, is not sent', async () => {
    const other = await serve((socket) => socket.write(httpAnswer(200)));
    const server = await serve((socket) => socket.write(httpAnswer(200)));
    const transport = transportTo(server);
    const urls = [
      `${other.baseUrl}scans/`,
      server.baseUrl.replace('/api/', '/admin/'),
      `${server.baseUrl}../admin/`,
      `${server.baseUrl}%2e%2e/admin/`,
      server.baseUrl.replace('127.0.0.1', 'user:word@127.0.0.1'),
      'not a url',
    ];
    for (const url of urls) {
      const answer = await transport.send({ method: 'GET', url, headers: {} });
      expect(answer, url).toMatchObject({ kind: 'failed', phase: 'before-send' });
    }
    expect(other.connections() + server.connections()).toBe(0);
  });

  test('over plain http leaves only for this machine', () => {
    expect(() => createHttpTransport({ baseUrl: 'http://192.0.2.1/api/' })).toThrow('Plain http');
    expect(() => createHttpTransport({ baseUrl: 'http://localhost.example.test/api/' })).toThrow(
      'Plain http',
    );
  });

  test('to localhost reaches this machine without asking a name server', async () => {
    const server = await serve((socket) => socket.write(httpAnswer(200)));
    const named = { baseUrl: server.baseUrl.replace('127.0.0.1', 'localhost') };
    const asked = vi.spyOn(dns, 'lookup');
    expect(await transportTo(named).send(get(named))).toMatchObject({ kind: 'response', status: 200 });
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });

  test('is given up before sending when nothing listens', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const gone = { baseUrl: `http://127.0.0.1:${port}/api/` };
    const answer = await transportTo(gone).send(put(gone));
    expect(answer).toMatchObject({
      kind: 'failed',
      phase: 'before-send',
      reason: 'unreachable',
      message: `nothing answers at 127.0.0.1:${port} (ECONNREFUSED)`,
    });
  });

  test('with a header that HTTP cannot carry is given up before sending', async () => {
    const server = await serve((socket) => socket.write(httpAnswer(200)));
    const answer = await transportTo(server).send({ ...get(server), headers: { 'X-Bad': 'a\r\nb: c' } });
    expect(answer).toMatchObject({ kind: 'failed', phase: 'before-send' });
    expect(server.received).toHaveLength(0);
  });

  test('that is cancelled before it has a connection never leaves, also not later', async () => {
    const reached = signalled();
    let first: Socket | undefined;
    const server = await serve((socket, { n }) => {
      if (n > 1) {
        socket.write(httpAnswer(200));
        return;
      }
      first = socket;
      reached.tell();
    });
    const transport = transportTo(server, { writeConnections: 1 });
    const ahead = transport.send(put(server, '"ahead"'));
    await reached.happened;
    const abort = new AbortController();
    const waiting = transport.send(put(server, '"cancelled"', abort.signal));
    abort.abort();
    expect(await waiting).toMatchObject({ kind: 'failed', phase: 'before-send', reason: 'cancelled' });
    first?.write(httpAnswer(200));
    expect(await ahead).toMatchObject({ kind: 'response', status: 200 });
    expect(await transport.send(put(server, '"after"'))).toMatchObject({ kind: 'response', status: 200 });
    expect(server.received.map(({ body }) => body)).toEqual(['"ahead"', '"after"']);
  });

  test('that is cancelled while the service works may have been carried out', async () => {
    const reached = signalled();
    const server = await serve(() => {
      reached.tell();
    });
    const abort = new AbortController();
    const sent = transportTo(server).send(put(server, '{}', abort.signal));
    await reached.happened;
    abort.abort();
    expect(await sent).toMatchObject({ kind: 'failed', phase: 'after-send', reason: 'cancelled' });
  });

  test('with a signal that is aborted already is not sent', async () => {
    const server = await serve((socket) => socket.write(httpAnswer(200)));
    const answer = await transportTo(server).send(put(server, '{}', AbortSignal.abort()));
    expect(answer).toMatchObject({ kind: 'failed', phase: 'before-send', reason: 'cancelled' });
    expect(server.connections()).toBe(0);
  });

  test('does not wait for ever for its connection, and what waited was not sent', async () => {
    const server = await serve(() => undefined);
    // The handshake of TLS is never answered here.
    const silent = { baseUrl: server.baseUrl.replace('http:', 'https:') };
    const transport = transportTo(silent, { writeConnections: 1, writeTimeoutMs: 60 });
    const answers = await Promise.all([transport.send(put(silent)), transport.send(put(silent))]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ kind: 'failed', phase: 'before-send', reason: 'timeout' });
    }
    expect(server.received).toHaveLength(0);
  });

  test('on the way when the transport closes ends as cancelled', async () => {
    const reached = signalled();
    const server = await serve(() => {
      reached.tell();
    });
    const transport = transportTo(server);
    const sent = transport.send(put(server));
    await reached.happened;
    await transport.close();
    expect(await sent).toMatchObject({ kind: 'failed', phase: 'after-send', reason: 'cancelled' });
    expect(await transport.send(put(server))).toMatchObject({ phase: 'before-send', reason: 'cancelled' });
  });
});

describe('a write', () => {
  test('whose connection breaks is sent once, whatever the method', async () => {
    const server = await serve((socket) => socket.resetAndDestroy());
    const transport = transportTo(server);
    for (const method of ['PUT', 'POST', 'DELETE'] as const) {
      const answer = await transport.send({ ...put(server), method });
      expect(answer).toMatchObject({ kind: 'failed', phase: 'after-send', reason: 'reset' });
    }
    expect(server.received.map(({ method }) => method)).toEqual(['PUT', 'POST', 'DELETE']);
  });

  test('does not share a connection with reads, nor wait behind them', async () => {
    const reached = signalled();
    const server = await serve((socket, { method }) => {
      if (method === 'GET') reached.tell();
      else socket.write(httpAnswer(200));
    });
    const transport = transportTo(server, { readConnections: 1 });
    const abort = new AbortController();
    const read = transport.send({ ...get(server), signal: abort.signal });
    await reached.happened;
    expect(await transport.send(put(server))).toMatchObject({ kind: 'response' });
    expect(server.connections()).toBe(2);
    abort.abort();
    await read;
  });

  test.each<[string, (socket: Socket) => void]>([
    ['by ending them', (socket) => socket.end()],
    ['by cutting them', (socket) => socket.destroy()],
    ['by resetting them', (socket) => socket.resetAndDestroy()],
  ])('is neither doubled nor lost when the server closes idle connections %s', async (how, closeIdle) => {
    // Windows gives up what it has received of an answer as soon as the connection is reset: that answer is lost.
    const isLost = process.platform === 'win32' && how === 'by resetting them';
    let closed = signalled();
    const server = await serve((socket) => {
      socket.write(httpAnswer(200), () => {
        socket.once('close', () => closed.tell());
        closeIdle(socket);
      });
    });
    const transport = transportTo(server);
    const outcomes: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      closed = signalled();
      const answer = await transport.send(put(server, String(n)));
      outcomes.push(answer.kind === 'response' ? 'answered' : answer.phase);
      await closed.happened;
    }
    expect(outcomes).toEqual(Array.from({ length: 40 }, () => (isLost ? 'after-send' : 'answered')));
    expect(server.received.map(({ body }) => body)).toEqual(Array.from({ length: 40 }, (_, n) => String(n)));
  });

  test.each<[string, (socket: Socket) => void]>([
    ['ends', (socket) => socket.end()],
    ['cuts', (socket) => socket.destroy()],
    ['resets', (socket) => socket.resetAndDestroy()],
  ])('takes no connection that the server %s once the answer is there', async (_how, closeIdle) => {
    let idle: Socket | undefined;
    const server = await serve((socket) => {
      idle = socket;
      socket.write(httpAnswer(200));
    });
    const transport = transportTo(server);
    const outcomes: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      const answer = await transport.send(put(server, String(n)));
      outcomes.push(answer.kind === 'response' ? 'answered' : answer.phase);
      if (idle === undefined || idle.destroyed) continue;
      const closed = once(idle, 'close');
      closeIdle(idle);
      await closed;
    }
    expect(outcomes).toEqual(Array.from({ length: 40 }, () => 'answered'));
    expect(server.received.map(({ body }) => body)).toEqual(Array.from({ length: 40 }, (_, n) => String(n)));
  });

  test('uses a warm connection again, but leaves none idle for long, whatever the server offers', async () => {
    const closed = signalled();
    const server = await serve((socket, { n }) => {
      if (n === 1) socket.once('close', () => closed.tell());
      socket.write(httpAnswer(200, '', { 'Keep-Alive': 'timeout=600' }));
    });
    const transport = transportTo(server);
    for (let n = 0; n < 6; n += 1) await transport.send(put(server));
    // A second one is opened if a request follows in the same turn of the event loop.
    expect(server.connections()).toBeLessThanOrEqual(2);
    await closed.happened;
  });
});
