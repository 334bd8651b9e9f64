import { expect, test } from 'vitest';
import { createCourtesy } from '#core/courtesy.ts';

/** A clock that sleeping moves. */
function movedClock() {
  let nowMs = 1_000;
  return {
    wallMs: () => nowMs,
    awakeMs: () => nowMs,
    bootId: () => 'boot',
    sleep(ms: number): Promise<void> {
      nowMs += ms;
      return Promise.resolve();
    },
  };
}

test('a sync goes on at once while nobody works, waits for a rest of whoever does, and never for long', async () => {
  const clock = movedClock();
  const { worked, giveWay } = createCourtesy(clock);
  const { signal } = new AbortController();
  const waited = async (): Promise<number> => {
    const from = clock.awakeMs();
    await giveWay(signal);
    return clock.awakeMs() - from;
  };
  const atFirst = await waited();
  worked();
  const afterAKey = await waited();
  const afterTheRest = await waited();
  // A key with every wait: somebody who types without a pause.
  const { sleep } = clock;
  clock.sleep = async (ms) => {
    await sleep(ms);
    worked();
  };
  worked();
  expect([atFirst, afterAKey, afterTheRest, await waited()]).toEqual([0, 120, 0, 400]);
});

test('a sync that is cancelled waits for nobody', async () => {
  const clock = movedClock();
  const { worked, giveWay } = createCourtesy(clock);
  worked();
  await giveWay(AbortSignal.abort());
  expect(clock.awakeMs()).toBe(1_000);
});

test('a sync that something else waits for gives way to nobody', async () => {
  const clock = movedClock();
  let awaited = false;
  const { worked, giveWay } = createCourtesy(clock, () => awaited);
  const { signal } = new AbortController();
  worked();
  await giveWay(signal);
  worked();
  awaited = true;
  await giveWay(signal);
  expect(clock.awakeMs()).toBe(1_120);
});
