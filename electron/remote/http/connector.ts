import { isIP, type Socket } from 'node:net';
import { TLSSocket, type SecureContext } from 'node:tls';
import { buildConnector, Pool } from 'undici';
import type { CertificateView } from '#contract/network.ts';
import { certificateView } from './certificates.ts';
import { ConnectError } from './connect-error.ts';
import type { Proxy } from './proxy-route.ts';

/** Makes connections to one service. */
export interface Connector {
  readonly connect: buildConnector.connector;
  /** Ends what is under way at the proxy. */
  readonly close: () => Promise<void>;
}

export interface ConnectorOptions {
  /** Null: straight to the service. */
  readonly proxy: Proxy | null;
  readonly secureContext: SecureContext;
  /** For each step: reaching the proxy, its answer, reaching the service. */
  readonly timeoutMs: number;
  readonly connections: number;
}

/** Connects over TLS, straight or through a tunnel that a proxy makes (CONNECT). Fails with a `ConnectError` alone. */
export function createConnector(options: ConnectorOptions): Connector {
  const { proxy, secureContext, timeoutMs } = options;
  const connectTls = buildConnector({ timeout: timeoutMs, rejectUnauthorized: true, secureContext });
  const secure = failingAs('service', connectTls);
  if (proxy === null) return { connect: secure, close: () => Promise.resolve() };

  const proxyHost = new URL(proxy.origin).hostname;
  const toProxy = failingAs('proxy', connectTls);
  const pool = new Pool(proxy.origin, {
    connections: options.connections,
    headersTimeout: timeoutMs,
    // undici takes the name for TLS from the Host header, which names the service.
    connect: (target, callback) => toProxy({ ...target, servername: serverName(proxyHost) }, callback),
  });
  return {
    connect(target, callback) {
      // The proxy looks the name up: in an office, nobody else may be able to.
      const host = target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname;
      const authority = `${host}:${target.port === '' ? '443' : target.port}`;
      const authorization: Record<string, string> =
        proxy.authorization === null ? {} : { 'Proxy-Authorization': proxy.authorization };
      const headers = { Host: authority, 'User-Agent': 'Dossier', ...authorization };
      // A callback that throws must not be taken for a failure of the proxy: hence no promise here.
      pool.connect({ path: authority, headers }, (cause, tunnel) => {
        if (cause !== null) {
          callback(cause instanceof ConnectError ? cause : new ConnectError('proxy', { cause }), null);
          return;
        }
        const { statusCode, socket } = tunnel;
        const date = oneOf(tunnel.headers['date']);
        if (statusCode < 200 || statusCode > 299) {
          socket.on('error', () => undefined).destroy();
          const proxyAnswer = {
            status: statusCode,
            schemes: schemesIn(tunnel.headers['proxy-authenticate']),
          };
          callback(new ConnectError('proxy', { proxyAnswer, proxyDate: date }), null);
          return;
        }
        const upgraded = socket as Socket;
        failingAs('service', connectTls, date)({ ...target, httpSocket: upgraded }, callback);
      });
    },
    close: () => pool.destroy(),
  };
}

/** The same connector, with each failure told as one of `stage` and with the certificate that was shown. */
function failingAs(
  stage: 'proxy' | 'service',
  connector: buildConnector.connector,
  proxyDate: string | null = null,
): buildConnector.connector {
  return (target, callback) => {
    let peer: CertificateView | null = null;
    const socket: unknown = connector(target, (cause, connected) => {
      if (cause === null) callback(null, connected);
      else callback(new ConnectError(stage, { cause, peer, proxyDate }), null);
    });
    if (!(socket instanceof TLSSocket)) return;
    // In TLS 1.3 a refusal comes behind the handshake, and the end of the connection right after it: undici tells the last.
    socket.on('error', (refusal: Error) => socket.destroy(refusal));
    // Before Node's own listener, which destroys the socket of a peer that is not trusted, and the certificate with it.
    socket.prependListener('secure', () => {
      // Not as an X509Certificate: asked for one here, Node then finds no name in it (ERR_TLS_CERT_ALTNAME_INVALID).
      const raw: unknown = socket.getPeerCertificate().raw;
      peer = raw instanceof Uint8Array ? certificateView(raw) : null;
    });
  };
}

/** An address is no name for TLS (SNI): it is verified as the address that it is. */
function serverName(hostname: string): string {
  return isIP(hostname.replace(/^\[|\]$/gu, '')) === 0 ? hostname : '';
}

function oneOf(value: string | readonly string[] | undefined): string | null {
  return (typeof value === 'string' ? value : value?.[0]) ?? null;
}

function schemesIn(value: string | readonly string[] | undefined): readonly string[] {
  const lines = typeof value === 'string' ? [value] : (value ?? []);
  const known = ['basic', 'digest', 'ntlm', 'negotiate', 'kerberos'];
  return known.filter((scheme) =>
    lines.some((line) => new RegExp(`(?:^|,)\\s*${scheme}\\b`, 'iu').test(line)),
  );
}
