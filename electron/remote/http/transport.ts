/** The methods that the interface uses. */
export type Method = 'GET' | 'PUT' | 'POST' | 'DELETE';

/** One request, complete: `url` is absolute, `body` is the text to send as UTF-8. */
export interface TransportRequest {
  readonly method: Method;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Asked when there is a connection, right before the first byte; false: it fails `before-send`, `cancelled`. */
  readonly mayLeave?: () => boolean;
  /** How long (ms) its answer may take, if that is longer than usual. */
  readonly timeoutMs?: number;
}

/**
 * Why no whole answer came. `reset` is any end of the connection before the end of the answer;
 * `bad-encoding` an answer that is not HTTP or not compressed the way it says.
 */
export type TransportReason =
  'unreachable' | 'timeout' | 'reset' | 'tls' | 'too-large' | 'cancelled' | 'bad-encoding';

/**
 * What became of a request. `before-send` is a promise: not one byte of it left this machine, so a write is
 * certainly not carried out. Everything else that failed is `after-send`, also if nobody can tell.
 * Names of `headers` are in lower case, `body` is unzipped. `setCookies` are the Set-Cookie lines as they came; they
 * are in no other member.
 */
export type TransportAnswer =
  | {
      readonly kind: 'response';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly setCookies?: readonly string[];
      readonly body: Uint8Array;
    }
  | {
      readonly kind: 'failed';
      readonly phase: 'before-send' | 'after-send';
      readonly reason: TransportReason;
      /** One line for a person, without secrets. */
      readonly message: string;
      /** What to do about it, if that is known better than the reason tells: whole sentences. */
      readonly advice?: string;
    };

/**
 * The network as the client sees it, and the only thing below the client that a simulator replaces.
 * `send` sends at most once, never follows a redirect, never rejects, and ends in bounded time.
 */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Ends all connections; what is under way fails as `cancelled`. */
  close(): Promise<void>;
}
