import type { CertificateView } from '#contract/network.ts';
import { ConnectError, type ProxyAnswer } from './connect-error.ts';
import type { TransportAnswer, TransportReason } from './transport.ts';

type Failed = Extract<TransportAnswer, { kind: 'failed' }>;

/** A failed exchange. */
export function failed(
  phase: Failed['phase'],
  reason: TransportReason,
  message: string,
  advice?: string,
): Failed {
  return { kind: 'failed', phase, reason, message, ...(advice === undefined ? {} : { advice }) };
}

/** With whom an exchange was, for its messages. */
export interface Peer {
  /** Host and port of the service. */
  readonly host: string;
  /** Host and port of the proxy on the way, or null. */
  readonly proxy: string | null;
  readonly nowMs: () => number;
  /** What time it is in the network, as far as a server said so lately; null if none did. */
  readonly networkMs: () => number | null;
}

/**
 * An error of Node or undici as the failure of an exchange that was sent or not. What is not known is taken
 * for a lost connection. Only the error's code goes into the message: texts of errors may quote the wire.
 */
export function failureOf(error: Error, sent: boolean, peer: Peer): Failed {
  const phase = sent ? 'after-send' : 'before-send';
  if (error instanceof ConnectError) return connectFailure(error, phase, peer);
  const { host } = peer;
  const code = codeOf(error);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return failed(phase, 'cancelled', 'the connection was closed here');
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return failed(phase, 'too-large', `${host} sends a larger header than any service needs`);
  }
  if (error.name === 'HTTPParserError')
    return failed(phase, 'bad-encoding', `what ${host} sends is not HTTP`);
  if (isTls(code)) return tlsFailure(code, phase, host, null, peer.nowMs(), null);
  if (!sent) return failed(phase, 'unreachable', connectText(code, host));
  return failed(phase, 'reset', `${host} ended the connection before its answer was complete (${code})`);
}

function connectFailure(error: ConnectError, phase: Failed['phase'], peer: Peer): Failed {
  const proxy = peer.proxy ?? 'the proxy';
  if (error.proxyAnswer !== null) return refusedByProxy(error.proxyAnswer, phase, proxy, peer.host);
  const code = error.cause instanceof Error ? codeOf(error.cause) : 'unknown error';
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return failed(phase, 'cancelled', 'the connection was closed here');
  }
  const host = error.stage === 'proxy' ? `the proxy ${proxy}` : peer.host;
  const dateMs = error.proxyDate === null ? NaN : Date.parse(error.proxyDate);
  const networkMs = Number.isNaN(dateMs) ? peer.networkMs() : dateMs;
  if (isTls(code)) return tlsFailure(code, phase, host, error.peer, peer.nowMs(), networkMs);
  if (error.stage === 'proxy') {
    const what = error.cause instanceof Error && error.cause.name === 'HTTPParserError' ? 'HPE_' : code;
    return failed(phase, 'unreachable', proxyText(what, host), 'Check the proxy in the network settings.');
  }
  const way = peer.proxy === null ? '' : ` through the proxy ${peer.proxy}`;
  return failed(phase, 'unreachable', connectText(code, `${host}${way}`));
}

/** What a proxy said instead of making a tunnel, with what helps. */
function refusedByProxy(
  { status, schemes }: ProxyAnswer,
  phase: Failed['phase'],
  proxy: string,
  host: string,
): Failed {
  const asked = `the proxy ${proxy}, asked for ${host},`;
  if (status === 407) {
    if (schemes.length > 0 && !schemes.includes('basic')) {
      return failed(
        phase,
        'unreachable',
        `${asked} wants to be signed in to by ${schemes.map((one) => schemeNames[one] ?? one).join(' or ')} (407), which Dossier cannot do`,
        'Run a local forwarding proxy that signs in for you, such as Px or Cntlm, and name that one in the network settings.',
      );
    }
    return failed(
      phase,
      'unreachable',
      `${asked} wants a name and password that it accepts (407)`,
      'Enter them in the network settings of this connection.',
    );
  }
  if (status === 403 || status === 401) {
    return failed(
      phase,
      'unreachable',
      `${asked} does not allow it (${status})`,
      'Ask those who run the proxy to allow this service.',
    );
  }
  if (status === 502 || status === 503 || status === 504) {
    return failed(
      phase,
      'unreachable',
      `${asked} could not reach it (${status})`,
      'Check the address of the service; if it is right, ask those who run the proxy.',
    );
  }
  return failed(
    phase,
    'unreachable',
    `${asked} refused (${status})`,
    'Check the proxy in the network settings.',
  );
}

const schemeNames: Readonly<Record<string, string>> = {
  digest: 'Digest',
  ntlm: 'NTLM',
  negotiate: 'Kerberos or NTLM (Negotiate)',
  kerberos: 'Kerberos',
};

function proxyText(code: string, proxy: string): string {
  switch (code) {
    case 'UND_ERR_HEADERS_TIMEOUT':
      return `${proxy} did not answer in time`;
    case 'UND_ERR_SOCKET':
    case 'ECONNRESET':
    case 'EPIPE':
      return `${proxy} ended the connection without an answer`;
    default:
      return /^HPE_/u.test(code) ? `what answers as ${proxy} is not an HTTP proxy` : connectText(code, proxy);
  }
}

function codeOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_/]{1,60}$/u.test(code) ? code : 'unknown error';
}

function isTls(code: string): boolean {
  return (
    /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C)/u.test(code) ||
    [
      'EPROTO',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'HOSTNAME_MISMATCH',
      'INVALID_CA',
      'INVALID_PURPOSE',
      'PATH_LENGTH_EXCEEDED',
    ].includes(code)
  );
}

/** A clock that is off by more (ms) is what is wrong, and not the certificate. */
const clockToleranceMs = 10 * 60_000;

function tlsFailure(
  code: string,
  phase: Failed['phase'],
  host: string,
  peer: CertificateView | null,
  nowMs: number,
  networkMs: number | null,
): Failed {
  const because = (message: string, advice: string): Failed =>
    failed(phase, 'tls', `${message} (${code})${peer === null ? '' : `: ${certificateText(peer)}`}`, advice);
  const clock = `this computer's clock says ${minuteText(nowMs)}`;
  const isClockOff = networkMs !== null && Math.abs(networkMs - nowMs) > clockToleranceMs;
  switch (code) {
    case 'CERT_NOT_YET_VALID':
    case 'CERT_HAS_EXPIRED': {
      const what = code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet';
      if (isClockOff) {
        const message = `${clock}, the network says ${minuteText(networkMs)}; so the certificate of ${host} seems as if it ${what}`;
        return because(message, 'Set the clock of this computer, then try again.');
      }
      return because(
        `the certificate of ${host} ${what}, and ${clock}`,
        code === 'CERT_HAS_EXPIRED'
          ? 'If that time is right, the certificate has to be renewed by those who run the service; if not, set the clock.'
          : 'Set the clock of this computer if that time is wrong, then try again.',
      );
    }
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'CERT_UNTRUSTED':
      return because(
        `the certificate of ${host} is signed by nobody known here`,
        'If your office opens TLS or runs the service, add its root certificate in the network settings; else do not go on, and ask those who run the service.',
      );
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return because(
        `what answers at ${host} has the certificate of another host`,
        'Check the address; on a guest network, first sign in to the network in a browser.',
      );
    default:
      if (
        /CERTIFICATE_REQUIRED|BAD_CERTIFICATE|HANDSHAKE_FAILURE|UNKNOWN_CA|CERTIFICATE_UNKNOWN/u.test(code)
      ) {
        return because(
          code.includes('CERTIFICATE_REQUIRED')
            ? `${host} wants a client certificate`
            : `${host} ended the handshake, as services do that want another client certificate`,
          'If you were given one (.p12 or .pfx), add it in the network settings.',
        );
      }
      return because(
        `no trusted connection to ${host} could be made`,
        'Check the address and the certificate of the service.',
      );
  }
}

function certificateText({ subject, issuer, validFrom, validTo, fingerprint }: CertificateView): string {
  return `issued to ${subject} by ${issuer}, valid from ${validFrom.slice(0, 10)} to ${validTo.slice(0, 10)}, SHA-256 ${fingerprint}`;
}

function minuteText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function connectText(code: string, host: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `nothing answers at ${host} (${code})`;
    case 'ENOTFOUND':
      return `the name ${host} is not known (${code})`;
    case 'EAI_AGAIN':
      return `the name ${host} cannot be looked up, there seems to be no network (${code})`;
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
      return `there is no way to ${host} on this network (${code})`;
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `the connection to ${host} timed out (${code})`;
    default:
      return `no connection to ${host} could be made (${code})`;
  }
}
