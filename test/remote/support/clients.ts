import { onTestFinished } from 'vitest';
import type { Clock } from '#contract/ports.ts';
import { defaultProfile, type ServiceProfile } from '#contract/profile.ts';
import { createAccountClient, type AccountClient } from '#remote/endpoints/account-client.ts';
import { createServiceClient, type ServiceClient } from '#remote/endpoints/service-client.ts';
import { createHttpTransport } from '#remote/http/http-transport.ts';
import { createRateLimiters, type RateLimiters } from '#remote/rate-limit/rate-limiters.ts';
import { leapingClock } from './clocks.ts';

export interface Clients {
  readonly client: ServiceClient;
  readonly account: AccountClient;
  readonly limiters: RateLimiters;
  readonly clock: Clock;
}

/** Both clients as the program has them, over the shipped transport; closed with the test. */
export function clientsOf(
  { baseUrl }: { readonly baseUrl: string },
  options: { readonly profile?: ServiceProfile; readonly clock?: Clock } = {},
): Clients {
  const clock = options.clock ?? leapingClock();
  const profile = options.profile ?? defaultProfile;
  const limiters = createRateLimiters(clock, 4);
  const transport = createHttpTransport({ baseUrl });
  onTestFinished(() => transport.close());
  const wire = { transport, baseUrl, profile, clock };
  return {
    client: createServiceClient({ ...wire, limiter: limiters.findings, aiLimiter: limiters.ai }),
    account: createAccountClient({ ...wire, limiters }),
    limiters,
    clock,
  };
}
