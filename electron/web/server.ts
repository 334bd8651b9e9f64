import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { DossierError } from '#contract/error.ts';
import type { HomeGateway } from '#app/client/home-gateway.ts';
import { createCalls } from './calls.ts';
import { refusalAtEntrance, refusalOf, sameText } from './access-control.ts';
import type { Pass } from './access-control.ts';
import { isOtherUsers } from './peer-uid.ts';
import type { WindowFile } from './pages.ts';
import { reply, replyInWords } from './reply.ts';
import { createStreams } from './streams.ts';

export interface ServerOptions {
  readonly gateway: HomeGateway;
  readonly pages: ReadonlyMap<string, WindowFile>;
  /** 0 takes a free one. */
  readonly port: number;
}

/** The window as the local browser sees it (docs/develop/window.md, "The wire of serve"). */
export interface LocalServer {
  /** The address that lets one browser in, once. A new one makes the one before worthless. */
  newAddress(): string;
  /** Takes no more requests, stops the calls at a safe point and answers them, closes the gateway and hangs up. */
  close(): Promise<void>;
}

/*
 * Not imported: an import reads every name of the module, and one of them makes Node load all of `fetch`.
 * That took a tenth of the time until the address is there.
 */
const { createServer, request: send } = process.getBuiltinModule('node:http');

const ADDRESS = '127.0.0.1';
/** A request has to arrive whole in this time: 64 MB over loopback take less than a second. */
const REQUEST_TIMEOUT_MS = 60_000;
const HEADERS_TIMEOUT_MS = 10_000;
const LONGEST_HEADERS_BYTES = 16 * 1024;

/** How often the two limits above are looked at. */
const CHECK_EVERY_MS = 2_000;
/** A connection without our cookie is hung up on after this time, also between two requests. */
const UNAUTHENTICATED_LIFE_MS = 15_000;
/** Of more than so many connections without our cookie the oldest is hung up on: each window opens six. */
const MAX_UNAUTHENTICATED = 256;

/** @throws DossierError 'usage' if the port cannot be listened on */
export async function startServer({ gateway, pages, port }: ServerOptions): Promise<LocalServer> {
  const streams = createStreams();
  const calls = createCalls(gateway, streams);
  /**
   * Whether another user has the far end of a connection. Browsers send a cookie to every port of an address, so a server
   * of theirs that was visited here knows ours: it lets in nobody else. Looked up once, with the first request that brings
   * the cookie or a key, because it takes longer the more connections there are.
   */
  const foreign = new WeakMap<Socket, boolean>();
  /** Connections that have not brought our cookie, the oldest first, each with its end. */
  const unauthenticated = new Map<Socket, NodeJS.Timeout>();

  function isForeign(socket: Socket): boolean {
    const known = foreign.get(socket) ?? isOtherUsers(socket);
    foreign.set(socket, known);
    return known;
  }

  function welcome(socket: Socket): void {
    clearTimeout(unauthenticated.get(socket));
    unauthenticated.delete(socket);
  }

  function watch(socket: Socket): void {
    const [oldest] = unauthenticated.size < MAX_UNAUTHENTICATED ? [] : unauthenticated.keys();
    oldest?.destroy();
    unauthenticated.set(
      socket,
      setTimeout(() => socket.destroy(), UNAUTHENTICATED_LIFE_MS),
    );
    socket.on('close', () => welcome(socket));
  }

  let key: string | null = null;
  let pass: Pass = { authority: '', cookieName: '', cookieValue: '' };

  function enter(given: string | null, response: ServerResponse): void {
    if (key === null || given === null || !sameText(given, key)) {
      replyInWords(response, 403, 'This address no longer works', [
        'It was used already, or a newer one was printed. Each address works once, in one browser.',
        'Run <code>dossier serve</code> again and open the address that it prints. Windows that are open stay open.',
      ]);
      return;
    }
    key = null;
    const cookie = `${pass.cookieName}=${pass.cookieValue}; HttpOnly; SameSite=Strict; Path=/`;
    replyInWords(response, 303, 'Welcome', ['<a href="/">Go on</a>'], {
      location: '/',
      'set-cookie': cookie,
    });
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = request;
    const [path = '', query = ''] = (request.url ?? '').split('?', 2);
    const isEntrance = path === '/enter' && method === 'GET';
    const refusal = isEntrance ? refusalAtEntrance(headers, pass) : refusalOf(headers, pass);
    if (refusal !== null || (!isEntrance && isForeign(request.socket))) {
      replyInWords(
        response,
        403,
        'Open Dossier from the terminal link',
        [
          'Run <code>dossier serve</code> in a terminal and open the address that it prints.',
          'Each address works once, in one browser.',
        ],
        // What follows on such a connection is not read.
        { connection: 'close' },
      );
      return;
    }
    if (isEntrance) {
      // A key that another user has read is no key, and is not used up by them.
      const given = isForeign(request.socket) ? null : new URLSearchParams(query).get('key');
      return enter(given, response);
    }
    welcome(request.socket);
    if (method !== 'GET' && method !== 'POST') {
      reply(response, 405, 'text/plain; charset=utf-8', 'Only GET and POST.', { allow: 'GET, POST' });
      return;
    }
    if (method === 'POST') return calls.take(path, request, response);
    if (path === '/events') return streams.add(response);
    const page = pages.get(path);
    if (page === undefined) reply(response, 404, 'text/plain; charset=utf-8', 'There is no such file.');
    else reply(response, 200, page.type, page.body);
  }

  const server = createServer(
    {
      requestTimeout: REQUEST_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: LONGEST_HEADERS_BYTES,
      connectionsCheckingInterval: CHECK_EVERY_MS,
    },
    answer,
  );
  server.on('connection', watch);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(port, error)));
    server.listen(port, ADDRESS, resolve);
  });
  const address = server.address();
  const listening = typeof address === 'object' && address !== null ? address.port : port;
  pass = {
    authority: `${ADDRESS}:${String(listening)}`,
    cookieName: `dossier-${String(listening)}`,
    cookieValue: secret(),
  };
  const unsubscribe = gateway.subscribe((event) => {
    streams.send('desk', JSON.stringify(event));
    if (event.kind === 'home' && event.state.kind === 'locked') overwriteReadBuffer(listening, pass);
  });

  return {
    newAddress() {
      key = secret();
      return `http://${pass.authority}/enter?key=${key}`;
    },
    async close() {
      unsubscribe();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      streams.end();
      calls.stop();
      try {
        await gateway.close();
        await calls.settled();
      } finally {
        server.closeAllConnections();
        await closed;
      }
    },
  };
}

function secret(): string {
  return randomBytes(32).toString('base64url');
}

function cannotListen(port: number, error: Error): DossierError {
  const code = 'code' in error ? String(error.code) : 'unknown error';
  const why =
    code === 'EADDRINUSE' ? 'another program has it' : code === 'EACCES' ? 'this user may not use it' : code;
  return new DossierError(
    'usage',
    `The port ${String(port)} cannot be used: ${why}. Give another by --port, or none for a free one.`,
    { cause: error },
  );
}

/** Node reads into one buffer of so many bytes, which keeps the end of a long request until a longer one comes. */
const READ_BUFFER_BYTES = 64 * 1024;

/** Sends this server a request of blanks, so that nothing of a request before a lock stays in memory. */
function overwriteReadBuffer(port: number, { cookieName, cookieValue }: Pass): void {
  const cookie = `${cookieName}=${cookieValue}`;
  const headers = { cookie, 'content-type': 'application/json' };
  const blank = send({
    host: ADDRESS,
    port,
    path: '/call/home.state',
    method: 'POST',
    headers,
    agent: false,
  });
  // A server that ends meanwhile takes its memory along.
  blank.on('error', () => undefined);
  blank.on('response', (response) => response.resume());
  blank.end(`${' '.repeat(4 * READ_BUFFER_BYTES)}{}`);
}
