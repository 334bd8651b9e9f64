import { describe, expect, it, test } from 'vitest';
import type { RemoteFailure } from '#domain/answers/failure.ts';
import type { OnlineContext } from '#engine/context.ts';
import { endsTheRun, readWithRetry } from '#engine/schedule/retry-policy.ts';

const kinds = [
  ['unreachable', 'again', 'stop'],
  ['timeout', 'again', 'stop'],
  ['server', 'again', 'stop'],
  ['bad-answer', 'again', 'next'],
  ['credentials', 'once', 'stop'],
  ['rate-limited', 'once', 'stop'],
  ['redirect', 'once', 'stop'],
  ['tls', 'once', 'stop'],
  ['cancelled', 'once', 'stop'],
  ['invalid', 'once', 'next'],
  ['forbidden', 'once', 'next'],
  ['not-found', 'once', 'next'],
  ['conflict', 'once', 'next'],
  ['refused', 'once', 'next'],
  ['too-large', 'once', 'next'],
] as const;

function failureOf(kind: string): RemoteFailure {
  return { kind } as RemoteFailure;
}

/** Reads with these failures and then an answer; says what came, how often it was read, and the pauses between. */
async function read(failures: readonly string[], signal = new AbortController().signal, random = 0.5) {
  const pauses: number[] = [];
  const sleep = (ms: number): Promise<void> => {
    pauses.push(ms);
    return Promise.resolve();
  };
  const ctx = { clock: { sleep }, random: () => random, signal } as unknown as OnlineContext;
  let reads = 0;
  const result = await readWithRetry<string>(ctx, async () => {
    const kind = failures[reads];
    reads += 1;
    return kind === undefined ? { kind: 'ok', value: 'read' } : { kind: 'failed', failure: failureOf(kind) };
  });
  return { came: result.kind === 'ok' ? result.value : result.failure.kind, reads, pauses };
}

test.each(kinds)(
  'a read that fails by %s is tried %s, and what follows is: %s',
  async (kind, times, after) => {
    expect([(await read([kind])).reads, endsTheRun(failureOf(kind))]).toEqual([
      times === 'again' ? 2 : 1,
      after === 'stop',
    ]);
  },
);

describe('a read is tried', () => {
  it('three times at most, and the last failure is told', async () => {
    expect(await read(['server', 'timeout', 'unreachable'])).toEqual({
      came: 'unreachable',
      reads: 3,
      pauses: [250, 500],
    });
  });

  it('until it works', async () => {
    expect(await read(['server', 'timeout'])).toMatchObject({ came: 'read', reads: 3 });
  });

  it('after pauses that are spread from half to one and a half', async () => {
    const shortest = await read(['server', 'server'], undefined, 0);
    const longest = await read(['server', 'server'], undefined, 1);
    expect([shortest.pauses, longest.pauses]).toEqual([
      [125, 250],
      [375, 750],
    ]);
  });

  it('not again once the run was cancelled', async () => {
    expect(await read(['server', 'server'], AbortSignal.abort())).toMatchObject({
      came: 'cancelled',
      reads: 1,
    });
  });
});
