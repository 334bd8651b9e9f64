import type { Clock } from '#contract/ports.ts';
import { defaultProfile } from '#contract/profile.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { createServiceClient } from '#remote/endpoints/service-client.ts';
import type { Call, ServiceClient } from '#remote/endpoints/service-client.ts';
import { createHttpTransport } from '#remote/http/http-transport.ts';
import type { HttpTransportOptions } from '#remote/http/http-transport.ts';
import { createLimiter } from '#remote/rate-limit/limiter.ts';
import type { Limiter } from '#remote/rate-limit/limiter.ts';
import { leapingClock } from '../remote/support/clocks.ts';
import { faultServer } from './servers.ts';
import type { Answer, FaultServer } from './servers.ts';

export const token = 'tok-3f9a-never-shown';
export const call: Call = { credentials: { kind: 'token', token }, priority: 'person' };

export interface Setting {
  readonly client: ServiceClient;
  readonly limiter: Limiter;
  readonly server: FaultServer;
  close(): Promise<void>;
}

/** The shipped client over the shipped transport, against a server that answers as a test says. */
export async function setUp(
  answer: Answer,
  options: {
    readonly profile?: ServiceProfile;
    readonly clock?: Clock;
    readonly http?: Partial<HttpTransportOptions>;
    readonly maxInFlight?: number;
  } = {},
): Promise<Setting> {
  const server = await faultServer(answer);
  const clock = options.clock ?? leapingClock();
  const transport = createHttpTransport({ baseUrl: server.baseUrl, ...options.http });
  const limiter = createLimiter({ clock, maxInFlight: options.maxInFlight ?? 4 });
  const client = createServiceClient({
    transport,
    baseUrl: server.baseUrl,
    profile: options.profile ?? defaultProfile,
    limiter,
    aiLimiter: createLimiter({ clock, maxInFlight: 1 }),
    clock,
  });
  return {
    client,
    limiter,
    server,
    async close() {
      await transport.close();
      await server.close();
    },
  };
}
