import type { JsonObject } from '#contract/json.ts';
import type { Call, ReadResult } from '#remote/endpoints/service-api.ts';
import type { Online } from '../context.ts';
import { readPatiently } from '../schedule/retry-policy.ts';

/** What a read of one finding brought, and the number of its request (see `RequestOrder`). */
export interface FreshRead {
  readonly read: ReadResult<JsonObject>;
  readonly startedAt: number;
}

/** Reads one finding by itself, patiently; the number is that of the request which was answered. */
export async function readFresh(online: Online, serviceId: string, call: Call): Promise<FreshRead> {
  let startedAt = 0;
  const read = await readPatiently(online, () => {
    startedAt = online.order.begin();
    return online.client.readFinding(call, serviceId);
  });
  return { read, startedAt };
}
