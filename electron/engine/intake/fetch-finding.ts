import type { JsonObject } from '#contract/json.ts';
import type { Call, ReadResult } from '#remote/endpoints/service-api.ts';
import type { OnlineContext } from '../context.ts';
import { readWithRetry } from '../schedule/retry-policy.ts';

/** What a read of one finding brought, and the number of its request (see `RequestOrder`). */
export interface FetchedFinding {
  readonly read: ReadResult<JsonObject>;
  readonly startedAt: number;
}

/** Reads one finding by itself, with retries; the number is that of the request which was answered. */
export async function fetchFinding(
  ctx: OnlineContext,
  serviceId: string,
  call: Call,
): Promise<FetchedFinding> {
  let startedAt = 0;
  const read = await readWithRetry(ctx, () => {
    startedAt = ctx.order.begin();
    return ctx.client.readFinding(call, serviceId);
  });
  return { read, startedAt };
}
