import type { LookupFunction } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { SecureContext } from 'node:tls';
import { buildConnector, Pool } from 'undici';
import { isLoopback } from '#domain/connection/base-url.ts';
import { trustMachine } from './certificates.ts';
import { createConnector, type Connector } from './connector.ts';
import { exchange } from './exchange.ts';
import { failed } from './network-error.ts';
import { createNetworkTime, type NetworkTime } from './network-time.ts';
import type { Route } from './proxy-route.ts';
import type { Transport } from './transport.ts';
import { acceptedEncodings } from './unzip.ts';

/** Where the transport leads and its limits; those of the program are the defaults. */
export interface HttpTransportOptions {
  /** As `parseBaseUrl` gives it; requests to any other address are not sent. */
  readonly baseUrl: string;
  readonly readConnections?: number;
  readonly writeConnections?: number;
  /** Longest time (ms) from the call to the whole answer. */
  readonly readTimeoutMs?: number;
  readonly writeTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** Largest body (bytes), as it comes and unzipped. */
  readonly maxBodyBytes?: number;
  /** Largest header (bytes). */
  readonly maxHeaderBytes?: number;
  /** Straight to the service unless given. */
  readonly route?: Route;
  /** Whom connections trust and what they show; what the machine trusts unless given. */
  readonly secureContext?: () => SecureContext;
  /** Shared between transports: what time it is in the network. */
  readonly networkTime?: NetworkTime;
}

/**
 * How long (ms) an idle connection is used again for a write. Shorter than any server closes it: a write that
 * meets a closing connection has an unknown outcome, a new connection costs only a round trip.
 */
const writeKeepAliveMs = 1_000;
const readKeepAliveMs = 4_000;

/**
 * The real network: undici pools to the one origin of `baseUrl`, for reads and for writes. HTTP/1.1, one request at a
 * time on a connection, straight or through a proxy. Nothing is retried and no redirect is followed. TLS is always
 * verified; there is no switch. Throws when `baseUrl` is not one that `parseBaseUrl` accepts.
 */
export function createHttpTransport(options: HttpTransportOptions): Transport {
  const base = new URL(options.baseUrl);
  const plain = base.protocol === 'http:';
  if (plain ? !isLoopback(base.hostname) : base.protocol !== 'https:') {
    throw new TypeError('Plain http: is for this machine alone.');
  }
  const route: Route = options.route ?? { kind: 'direct', source: 'nothing else was asked for' };
  const maxBodyBytes = options.maxBodyBytes ?? 64 * 1_024 * 1_024;
  const timeoutMs = options.connectTimeoutMs ?? 10_000;
  const connections = { read: options.readConnections ?? 8, write: options.writeConnections ?? 4 };
  let connector: Connector | undefined;
  const connected = (): Connector =>
    (connector ??= plain
      ? {
          connect: buildConnector({ timeout: timeoutMs, lookup: thisMachine }),
          close: () => Promise.resolve(),
        }
      : createConnector({
          proxy: route.kind === 'proxy' ? route.proxy : null,
          secureContext: (options.secureContext ?? trustingMachine)(),
          timeoutMs,
          connections: connections.read + connections.write,
        }));
  const pool = (max: number, keepAliveMs: number): Pool =>
    new Pool(base.origin, {
      connections: max,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      keepAliveMaxTimeout: keepAliveMs,
      maxHeaderSize: options.maxHeaderBytes ?? 32_768,
      // Only the total limit ends an answer that trickles: every byte of it would start these two anew.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (target, callback) => connected().connect(target, callback),
    });
  const pools = {
    read: pool(connections.read, readKeepAliveMs),
    write: pool(connections.write, writeKeepAliveMs),
  };
  const networkTime = options.networkTime ?? createNetworkTime();
  const peer = {
    host: base.host,
    proxy: route.kind === 'proxy' ? route.proxy.name : null,
    nowMs: () => Date.now(),
    networkMs: networkTime.nowMs,
  };
  const terms = {
    read: { ...peer, totalTimeoutMs: options.readTimeoutMs ?? 60_000, maxBodyBytes },
    write: { ...peer, totalTimeoutMs: options.writeTimeoutMs ?? 30_000, maxBodyBytes },
  };

  return {
    async send(request) {
      const url = URL.parse(request.url);
      if (url === null || !url.href.startsWith(base.href) || url.href !== request.url) {
        return failed('before-send', 'unreachable', 'the request leads away from the address of the service');
      }
      if (route.kind === 'unusable') {
        return failed('before-send', 'unreachable', route.message, route.advice);
      }
      const use = request.method === 'GET' ? 'read' : 'write';
      if (use === 'write') await hearSockets();
      const answer = await exchange(
        pools[use],
        {
          method: request.method,
          path: `${url.pathname}${url.search}`,
          headers: { ...request.headers, 'User-Agent': 'Dossier', 'Accept-Encoding': acceptedEncodings },
          ...(request.body === undefined ? {} : { body: request.body }),
        },
        { ...terms[use], totalTimeoutMs: request.timeoutMs ?? terms[use].totalTimeoutMs },
        request.signal,
        request.mayLeave,
      );
      if (answer.kind === 'response') networkTime.note(answer.headers['date']);
      return answer;
    },
    async close() {
      await Promise.all([pools.read.destroy(), pools.write.destroy(), connector?.close()]);
    },
  };
}

/**
 * Lets Node hear what has happened on its connections: one that the server has reset would be written to still, and the write
 * would count as sent. Only after the second turn has the system been asked in between.
 */
async function hearSockets(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

const trustingMachine = (): SecureContext =>
  trustMachine(undefined)({ authorities: null, clientCertificate: null });

/** `localhost` without asking anybody: a name server must not be able to send a token elsewhere. */
const thisMachine: LookupFunction = (_hostname, options, callback) => {
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  if (options.all === true) callback(null, addresses);
  else callback(null, '127.0.0.1', 4);
};
