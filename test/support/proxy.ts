import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsHttpServer } from 'node:https';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { connect as connectTls, createSecureContext, TLSSocket } from 'node:tls';
import type { Duplex } from 'node:stream';
import type { Issued } from './authority.ts';

/** How a proxy of a test behaves. */
export interface ProxyOptions {
  /** The port on 127.0.0.1 that every name leads to: the proxy looks names up, nobody else can. */
  readonly port?: number;
  /** A name and a password that it wants (Basic). */
  readonly wants?: { readonly name: string; readonly password: string };
  /** Answers every CONNECT with this and no tunnel. */
  readonly refuses?: { readonly status: number; readonly headers?: Readonly<Record<string, string>> };
  /** What becomes of a CONNECT that gets no HTTP answer. */
  readonly instead?: 'hangs' | 'hangs-up' | 'other-protocol';
  /** Opens TLS with a certificate of its own, as offices do. */
  readonly opensWith?: Issued;
  /** Speaks TLS itself. */
  readonly secure?: Issued;
  /** Its Date header. */
  readonly date?: string;
}

/** A proxy on loopback that notes what it is asked for. */
export interface TestProxy {
  /** HOST:PORT. */
  readonly name: string;
  readonly url: string;
  readonly asked: readonly { readonly authority: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

export async function startProxy(options: ProxyOptions = {}): Promise<TestProxy> {
  const asked: { authority: string; authorization: string | undefined }[] = [];
  const sockets = new Set<Duplex>();
  const keep = (socket: Duplex): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const wanted =
    options.wants === undefined
      ? undefined
      : `Basic ${Buffer.from(`${options.wants.name}:${options.wants.password}`).toString('base64')}`;

  const onConnect = (request: IncomingMessage, socket: Duplex): void => {
    keep(socket);
    const authorization = request.headers['proxy-authorization'];
    asked.push({ authority: request.url ?? '', authorization });
    const answer = (status: number, headers: Readonly<Record<string, string>> = {}): void => {
      const date = options.date === undefined ? {} : { Date: options.date };
      const lines = Object.entries({ ...headers, ...date }).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.write(`HTTP/1.1 ${String(status)} Proxy\r\n${lines.join('')}\r\n`);
    };
    if (options.instead === 'hangs') return;
    if (options.instead === 'hangs-up') socket.destroy();
    else if (options.instead === 'other-protocol') socket.end('220 mail.test ESMTP\r\n');
    else if (options.refuses !== undefined) {
      answer(options.refuses.status, options.refuses.headers);
      socket.end();
    } else if (wanted !== undefined && authorization !== wanted) {
      answer(407, { 'Proxy-Authenticate': 'Basic realm="office"' });
      socket.end();
    } else {
      answer(200);
      tunnel(socket);
    }
  };

  function tunnel(socket: Duplex): void {
    const port = options.port ?? 0;
    if (options.opensWith === undefined) {
      join(socket, connect(port, '127.0.0.1'));
      return;
    }
    const { key, cert } = options.opensWith;
    const opened = new TLSSocket(socket, {
      isServer: true,
      secureContext: createSecureContext({ key, cert }),
    });
    // Whom the office trusts is its own affair.
    join(opened, connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }));
  }

  function join(one: Duplex, other: Socket): void {
    keep(one);
    keep(other);
    one.pipe(other).pipe(one);
    one.on('close', () => other.destroy());
    other.on('close', () => one.destroy());
  }

  const server = options.secure === undefined ? createServer() : createTlsHttpServer({ ...options.secure });
  server.on('connection', keep);
  server.on('connect', onConnect);
  server.on('request', (_request, response) => response.writeHead(400).end());
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    name: `127.0.0.1:${String(port)}`,
    url: `${options.secure === undefined ? 'http' : 'https'}://127.0.0.1:${String(port)}`,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
