import type { Clock } from '#contract/ports.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { createAccountClient, type AccountClient } from '#remote/endpoints/account-client.ts';
import type { ServiceClient } from '#remote/endpoints/service-api.ts';
import { createServiceClient } from '#remote/endpoints/service-client.ts';
import { createRateLimiters, type RateLimiters } from '#remote/rate-limit/rate-limiters.ts';
import type { Transport } from '#remote/http/transport.ts';
import type { WatchedRequest } from '#remote/endpoints/wire.ts';

/** The clients of one service address. */
export interface Clients {
  readonly client: ServiceClient;
  readonly account: AccountClient;
}

/** The services on the network, by their addresses. Calls to the same one share its limiters. */
export interface ServiceReach {
  /** Lends the clients of an address to `work`; its connections end with it. `watch` looks on if a request waits. */
  readonly reach: <T>(
    baseUrl: string,
    profile: ServiceProfile,
    watch: () => WatchedRequest,
    work: (clients: Clients) => Promise<T>,
  ) => Promise<T>;
  readonly limiters: (baseUrl: string) => RateLimiters;
  /** Ends every pause that any of them asked for. */
  readonly endPauses: () => void;
}

const requestsAtOnce = 6;

/** Reaches services by the transport that is given; nothing is connected before the first call. */
export function createServiceReach({
  clock,
  createTransport,
}: {
  readonly clock: Clock;
  readonly createTransport: (baseUrl: string) => Transport;
}): ServiceReach {
  const known = new Map<string, RateLimiters>();

  function limiters(baseUrl: string): RateLimiters {
    const of = known.get(baseUrl) ?? createRateLimiters(clock, requestsAtOnce);
    known.set(baseUrl, of);
    return of;
  }

  return {
    limiters,
    endPauses() {
      for (const of of known.values()) for (const limiter of Object.values(of)) limiter.endPause();
    },
    async reach(baseUrl, profile, watch, work) {
      const of = limiters(baseUrl);
      const transport = createTransport(baseUrl);
      const wire = { transport, baseUrl, profile, clock, watch };
      try {
        return await work({
          client: createServiceClient({ ...wire, limiter: of.findings, aiLimiter: of.ai }),
          account: createAccountClient({ ...wire, limiters: of }),
        });
      } finally {
        await transport.close();
      }
    },
  };
}
