import type { Dispatcher } from 'undici';
import { failed, failureOf, type Peer } from './network-error.ts';
import type { TransportAnswer, TransportReason } from './transport.ts';
import { unzip } from './unzip.ts';

/** With whom one exchange is, and its bounds, which `Transport.send` promises. */
export interface ExchangeTerms extends Peer {
  /** From the call to the whole answer, waiting for a connection included. */
  readonly totalTimeoutMs: number;
  /** Bytes of the body, as it comes and unzipped. */
  readonly maxBodyBytes: number;
}

/** Interim answers (1xx) that are put up with; a service could send them for ever. */
const maxInterim = 16;

/**
 * Sends one request on `pool` and collects its response. undici calls `onRequestStart` with a connection and before the
 * first byte, so nothing that failed earlier was sent. If undici begins the same request again, it is aborted there,
 * since the service may have the first one. `mayLeave` is asked at that moment too.
 */
export function exchange(
  pool: Dispatcher,
  request: Dispatcher.DispatchOptions,
  terms: ExchangeTerms,
  signal: AbortSignal | undefined,
  mayLeave: () => boolean = () => true,
): Promise<TransportAnswer> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    let interim = 0;
    let status = 0;
    let headers: Readonly<Record<string, string>> = {};
    let setCookies: readonly string[] = [];
    const body = new Collector(terms.maxBodyBytes);

    const settle = (answer: TransportAnswer): void => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      resolve(answer);
      // What is still under way belongs to nobody now. Without a connection yet, `onRequestStart` sees to it.
      if (answer.kind === 'failed') controller?.abort(new Error(answer.message));
    };
    const fail = (reason: TransportReason, message: string): void => {
      settle(failed(controller === undefined ? 'before-send' : 'after-send', reason, message));
    };
    const cancel = (): void => {
      fail('cancelled', 'the request was cancelled');
    };
    const tooLarge = (): void => {
      fail('too-large', `${terms.host} sends more than ${terms.maxBodyBytes} bytes`);
    };

    const timer = setTimeout(() => {
      const way = terms.proxy === null ? '' : ` through the proxy ${terms.proxy}`;
      fail('timeout', `no complete answer from ${terms.host}${way} within ${terms.totalTimeoutMs / 1_000} s`);
    }, terms.totalTimeoutMs);
    if (signal?.aborted === true) {
      cancel();
      return;
    }
    signal?.addEventListener('abort', cancel, { once: true });

    pool.dispatch(request, {
      onRequestStart(started) {
        if (settled) {
          started.abort(new Error('given up before it was sent'));
        } else if (controller === undefined) {
          if (mayLeave()) {
            controller = started;
            return;
          }
          fail('cancelled', 'the request was held back');
          started.abort(new Error('held back before it was sent'));
        } else {
          fail('reset', `the connection to ${terms.host} was lost`);
          started.abort(new Error('never sent twice'));
        }
      },
      onResponseStart(_controller, statusCode, answered) {
        if (statusCode < 200) {
          interim += 1;
          if (interim > maxInterim) fail('too-large', `${terms.host} sends interim answers without end`);
          return;
        }
        status = statusCode;
        ({ headers, setCookies } = sorted(answered));
        if (Number(headers['content-length'] ?? 0) > terms.maxBodyBytes) tooLarge();
      },
      onResponseData(_controller, chunk) {
        if (!settled && !body.add(chunk)) tooLarge();
      },
      onResponseEnd() {
        void unzip(body.bytes(), headers['content-encoding'] ?? '', terms.maxBodyBytes).then((unzipped) => {
          switch (unzipped.kind) {
            case 'ok':
              settle({ kind: 'response', status, headers, setCookies, body: unzipped.body });
              return;
            case 'too-large':
              fail('too-large', `${terms.host} sends more than ${terms.maxBodyBytes} bytes, compressed`);
              return;
            case 'bad-encoding':
              fail('bad-encoding', `what ${terms.host} sends is not compressed the way it says`);
              return;
          }
        });
      },
      onResponseError(_controller, error) {
        settle(failureOf(error, controller !== undefined, terms));
      },
    });
  });
}

/**
 * Names in lower case; several values of one name in one, as HTTP allows for all but Set-Cookie: those lines stay
 * apart. `__proto__` is a name like others.
 */
function sorted(answered: Readonly<Record<string, string | readonly string[] | undefined>>): {
  readonly headers: Readonly<Record<string, string>>;
  readonly setCookies: readonly string[];
} {
  const lines = Object.entries(answered).map(([name, value]) => ({
    name: name.toLowerCase(),
    values: typeof value === 'string' ? [value] : (value ?? []),
  }));
  return {
    headers: Object.fromEntries(
      lines.filter(({ name }) => name !== 'set-cookie').map(({ name, values }) => [name, values.join(', ')]),
    ),
    setCookies: lines.flatMap(({ name, values }) => (name === 'set-cookie' ? values : [])),
  };
}

/**
 * Bytes as they come, up to a limit, in one growing block. As single chunks, a body sent byte by byte would take a
 * hundred times its size.
 */
class Collector {
  readonly #limit: number;
  #block = new Uint8Array(0);
  #length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** False when the limit would be passed; nothing is taken then. */
  add(chunk: Uint8Array): boolean {
    const length = this.#length + chunk.byteLength;
    if (length > this.#limit) return false;
    if (length > this.#block.byteLength) {
      const grown = new Uint8Array(
        Math.min(this.#limit, Math.max(length, 2 * this.#block.byteLength, 16_384)),
      );
      grown.set(this.#block.subarray(0, this.#length));
      this.#block = grown;
    }
    this.#block.set(chunk, this.#length);
    this.#length = length;
    return true;
  }

  bytes(): Uint8Array {
    return this.#block.subarray(0, this.#length);
  }
}
