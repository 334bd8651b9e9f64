import type { ReadResult } from '#remote/endpoints/service-api.ts';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import type { OnlineContext } from '../context.ts';

const attempts = 3;
const firstPauseMs = 250;

/**
 * Reads, and reads again if the failure may pass by itself: at most three times, with growing pauses.
 * Only for reads: a write is never repeated here (promise 3).
 */
export async function readWithRetry<T>(
  ctx: OnlineContext,
  read: () => Promise<ReadResult<T>>,
): Promise<ReadResult<T>> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await read();
    if (result.kind === 'ok' || attempt === attempts || !mayPass(result.failure)) return result;
    const pauseMs = firstPauseMs * 2 ** (attempt - 1) * (0.5 + ctx.random());
    await ctx.clock.sleep(pauseMs, ctx.signal);
    if (ctx.signal.aborted) return { kind: 'failed', failure: { kind: 'cancelled' } };
  }
}

/** Whether the whole run should stop: the next request would meet the same. */
export function endsTheRun(failure: RemoteFailure): boolean {
  switch (failure.kind) {
    case 'credentials':
    case 'rate-limited':
    case 'redirect':
    case 'unreachable':
    case 'timeout':
    case 'tls':
    case 'server':
    case 'cancelled':
      return true;
    case 'invalid':
    case 'forbidden':
    case 'not-found':
    case 'conflict':
    case 'refused':
    case 'bad-answer':
    case 'too-large':
      return false;
  }
}

function mayPass(failure: RemoteFailure): boolean {
  switch (failure.kind) {
    case 'server':
    case 'unreachable':
    case 'timeout':
    case 'bad-answer':
      return true;
    case 'invalid':
    case 'credentials':
    case 'forbidden':
    case 'not-found':
    case 'conflict':
    case 'rate-limited':
    case 'refused':
    case 'redirect':
    case 'tls':
    case 'too-large':
    case 'cancelled':
      return false;
  }
}
