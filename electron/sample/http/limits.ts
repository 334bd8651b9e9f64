import { RequestBuckets, type RateLimit } from './limiter.ts';
import type { RequestRoute } from './routes.ts';

/** What has a rate of its own (limits, rule 3); everything else shares that of the findings. */
export type LimitClass = 'findings' | 'sign-in' | 'otp' | 'recovery' | 'ai';

export type RateLimits = Partial<Readonly<Record<LimitClass, RateLimit>>>;

/** Which rate a route counts against. */
function classOf(kind: RequestRoute['kind']): LimitClass {
  switch (kind) {
    case 'sign-in':
      return 'sign-in';
    case 'otp-begin':
    case 'otp-verify':
    case 'otp-validate':
    case 'otp-enable':
    case 'otp-reset':
    case 'otp-disable':
      return 'otp';
    case 'recovery-request':
    case 'recovery-confirm':
      return 'recovery';
    case 'ai-demonstration':
    case 'ai-apply':
    case 'ai-merge':
      return 'ai';
    default:
      return 'findings';
  }
}

/** One limiter for each class that has a limit. A bucket belongs to a token, a person or an address. */
export class Limits {
  readonly #limiters: ReadonlyMap<LimitClass, RequestBuckets>;

  constructor(limits: RateLimits) {
    const classes = ['findings', 'sign-in', 'otp', 'recovery', 'ai'] as const;
    this.#limiters = new Map(
      classes.flatMap((name) => {
        const limit = limits[name];
        return limit === undefined ? [] : [[name, new RequestBuckets(limit)] as const];
      }),
    );
  }

  /** Takes one request: undefined if it passes, else the headers of the 429. */
  take(kind: RequestRoute['kind'], bucket: string, nowMs: number): Record<string, string> | undefined {
    return this.#limiters.get(classOf(kind))?.take(bucket, nowMs);
  }
}
