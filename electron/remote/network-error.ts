import type { TransportAnswer, TransportReason } from './transport.ts';

type Failed = Extract<TransportAnswer, { kind: 'failed' }>;

/** A failed exchange. */
export function failed(phase: Failed['phase'], reason: TransportReason, message: string): Failed {
  return { kind: 'failed', phase, reason, message };
}

/**
 * An error of Node or undici as the failure of an exchange with `host` that was sent or not. What is not known is taken
 * for a lost connection. Only the error's code goes into the message: texts of errors may quote the wire.
 */
export function failureOf(error: Error, sent: boolean, host: string): Failed {
  const phase = sent ? 'after-send' : 'before-send';
  const code = codeOf(error);
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') {
    return failed(phase, 'cancelled', 'the connection was closed here');
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return failed(phase, 'too-large', `${host} sends a larger header than any service needs`);
  }
  if (error.name === 'HTTPParserError')
    return failed(phase, 'bad-encoding', `what ${host} sends is not HTTP`);
  if (isTls(code)) return failed(phase, 'tls', tlsText(code, host));
  if (!sent) return failed(phase, 'unreachable', connectText(code, host));
  return failed(phase, 'reset', `${host} ended the connection before its answer was complete (${code})`);
}

function codeOf(error: Error): string {
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' && /^[A-Z0-9_]{1,60}$/u.test(code) ? code : 'unknown error';
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

function tlsText(code: string, host: string): string {
  switch (code) {
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return `the certificate of ${host} is signed by nobody known here (${code})`;
    case 'CERT_HAS_EXPIRED':
      return `the certificate of ${host} has expired (${code})`;
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
    case 'HOSTNAME_MISMATCH':
      return `what answers at ${host} has the certificate of another host (${code})`;
    default:
      return `no trusted connection to ${host} could be made (${code})`;
  }
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
      return `no connection to ${host} came about in time (${code})`;
    default:
      return `no connection to ${host} came about (${code})`;
  }
}
