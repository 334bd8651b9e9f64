import type { Clock } from '#contract/ports.ts';
import { createLimiter, type Limiter } from './limiter.ts';

/** What the service limits apart (interface, limits, rule 3): findings and all the rest, and four that stand alone. */
export type RateClass = 'findings' | 'sign-in' | 'otp' | 'recovery' | 'ai';

/** One limiter for each class, so that a pause of one holds up no other. */
export type RateLimiters = Readonly<Record<RateClass, Limiter>>;

/** The limiters of one service. Account and AI routes are sent one after the other. */
export function createRateLimiters(clock: Clock, findingsAtOnce: number): RateLimiters {
  const alone = (): Limiter => createLimiter({ clock, maxInFlight: 1 });
  return {
    findings: createLimiter({ clock, maxInFlight: findingsAtOnce }),
    'sign-in': alone(),
    otp: alone(),
    recovery: alone(),
    ai: alone(),
  };
}
