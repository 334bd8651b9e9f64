import type { CertificateView } from '#contract/network.ts';

/** What a proxy answered instead of making a tunnel. */
export interface ProxyAnswer {
  readonly status: number;
  /** Schemes that it would take a name and a password by, in lower case. */
  readonly schemes: readonly string[];
}

/**
 * Why no connection could be made. Wrapped around every such error, since undici reconnects without end after some
 * codes of its own.
 */
export class ConnectError extends Error {
  readonly stage: 'proxy' | 'service';
  /** The certificate that the other side showed, if it came that far. */
  readonly peer: CertificateView | null;
  readonly proxyAnswer: ProxyAnswer | null;
  /** The Date header of the proxy, if it sent one. */
  readonly proxyDate: string | null;

  constructor(
    stage: 'proxy' | 'service',
    told: {
      readonly cause?: Error;
      readonly peer?: CertificateView | null;
      readonly proxyAnswer?: ProxyAnswer;
      readonly proxyDate?: string | null;
    },
  ) {
    super('no connection could be made', { cause: told.cause });
    this.name = 'ConnectError';
    this.stage = stage;
    this.peer = told.peer ?? null;
    this.proxyAnswer = told.proxyAnswer ?? null;
    this.proxyDate = told.proxyDate ?? null;
  }
}
