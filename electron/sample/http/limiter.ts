/** How many requests a token may send, and how the 429 tells when to come back. */
export interface RateLimit {
  /** Requests that may come at once. */
  readonly burst: number;
  readonly perSecond: number;
  readonly retryAfter: 'seconds' | 'date' | 'none';
}

/** A bucket for each token, filled by the clock. */
export class RequestBuckets {
  readonly #limit: RateLimit;
  readonly #buckets = new Map<string, { level: number; atMs: number }>();

  constructor(limit: RateLimit) {
    this.#limit = limit;
  }

  /** Takes one request out of the token's bucket: undefined if it passes, else the headers of the 429. */
  take(token: string, nowMs: number): Record<string, string> | undefined {
    const { burst, perSecond, retryAfter } = this.#limit;
    const bucket = this.#buckets.get(token) ?? { level: burst, atMs: nowMs };
    const level = Math.min(burst, bucket.level + ((nowMs - bucket.atMs) / 1000) * perSecond);
    const passes = level >= 1;
    this.#buckets.set(token, { level: passes ? level - 1 : level, atMs: nowMs });
    if (passes) return undefined;
    const seconds = Math.ceil((1 - level) / perSecond);
    switch (retryAfter) {
      case 'none':
        return {};
      case 'seconds':
        return { 'retry-after': String(seconds) };
      case 'date':
        return { 'retry-after': new Date(nowMs + seconds * 1000).toUTCString() };
    }
  }
}
