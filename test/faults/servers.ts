import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';

/** A request as it stood on the wire. */
export interface Received {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Counts the requests of this server from 1. */
  readonly n: number;
  /** Counts the requests of this connection from 1. */
  readonly onConnection: number;
}

export interface FaultServer {
  readonly baseUrl: string;
  readonly received: readonly Received[];
  readonly connections: () => number;
  close(): Promise<void>;
}

export type Answer = (socket: Socket, request: Received) => void;

/**
 * A server that reads HTTP/1.1 requests from plain TCP (or TLS) and leaves every byte of the response to `answer`, also
 * those no HTTP library would send. Loopback, free port.
 */
export async function faultServer(
  answer: Answer,
  options: {
    readonly tls?: { readonly key: string; readonly cert: string };
    readonly onConnect?: (socket: Socket) => void;
  } = {},
): Promise<FaultServer> {
  const received: Received[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const serve = (socket: Socket): void => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    options.onConnect?.(socket);
    let pending = Buffer.alloc(0);
    let onConnection = 0;
    socket.on('data', (chunk: Buffer) => {
      pending = Buffer.concat([pending, chunk]);
      for (;;) {
        const end = pending.indexOf('\r\n\r\n');
        if (end < 0) return;
        const [first = '', ...lines] = pending.toString('latin1', 0, end).split('\r\n');
        const headers = new Map(
          lines.map((line) => {
            const colon = line.indexOf(':');
            return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
          }),
        );
        const length = Number(headers.get('content-length') ?? 0);
        if (pending.length < end + 4 + length) return;
        const body = pending.toString('utf8', end + 4, end + 4 + length);
        pending = pending.subarray(end + 4 + length);
        const [method = '', path = ''] = first.split(' ');
        onConnection += 1;
        const request = { method, path, headers, body, n: received.length + 1, onConnection };
        received.push(request);
        answer(socket, request);
      }
    });
  };
  const server: Server =
    options.tls === undefined ? createServer(serve) : createTlsServer({ ...options.tls }, serve);
  // A client that refuses the certificate is what some tests want to see.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `${options.tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/api/`,
    received,
    connections: () => connections,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** A whole, correct answer as text; `headers` are added to, or stand instead of, the usual ones. */
export function httpAnswer(
  status: number,
  body: string | Uint8Array = '',
  headers: Readonly<Record<string, string>> = {},
): Uint8Array {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  const all = {
    'Content-Type': 'application/json',
    'Content-Length': String(bytes.byteLength),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Answer\r\n${lines.join('')}\r\n`), bytes]);
}
