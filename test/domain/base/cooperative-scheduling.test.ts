import { expect, test } from 'vitest';
import { createScheduler } from '#domain/base/cooperative-scheduling.ts';

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

test('a sync goes on at once while nobody works, waits for a rest of the user who does, and never for long', async () => {
  const clock = movedClock();
  const { noteInput: worked, yieldToUser: giveWay } = createScheduler(clock);
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
  // A key with every wait: a user who types without a pause.
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
  const { noteInput: worked, yieldToUser: giveWay } = createScheduler(clock);
  worked();
  await giveWay(AbortSignal.abort());
  expect(clock.awakeMs()).toBe(1_000);
});

test('a sync that something else waits for gives way to nobody', async () => {
  const clock = movedClock();
  let awaited = false;
  const { noteInput: worked, yieldToUser: giveWay } = createScheduler(clock, { isAwaited: () => awaited });
  const { signal } = new AbortController();
  worked();
  await giveWay(signal);
  worked();
  awaited = true;
  await giveWay(signal);
  expect(clock.awakeMs()).toBe(1_120);
});

test('while somebody is at the window its pieces come apart, and at once when they have left', async () => {
  const clock = movedClock();
  const {
    noteInput: worked,
    yieldToUser: giveWay,
    userActive: isNear,
  } = createScheduler(clock, { apartMs: 50 });
  const waited = async (): Promise<number> => {
    const from = clock.awakeMs();
    await giveWay();
    return clock.awakeMs() - from;
  };
  const beforeAnybody = [isNear(), await waited()];
  worked();
  const after = [isNear(), await waited(), await waited(), await waited()];
  await clock.sleep(1_800);
  const gone = [isNear(), await waited()];
  expect([beforeAnybody, after, gone]).toEqual([
    [false, 0],
    [true, 120, 50, 50],
    [false, 0],
  ]);
});

test('a piece of work that has begun learns that somebody works since, but not where it is waited for', async () => {
  const clock = movedClock();
  let awaited = false;
  const {
    noteInput: worked,
    inputSince: workedAfter,
    userActive: isNear,
  } = createScheduler(clock, { isAwaited: () => awaited });
  worked();
  const beganMs = clock.awakeMs();
  const before = workedAfter(beganMs);
  await clock.sleep(1);
  worked();
  const since = workedAfter(beganMs);
  awaited = true;
  expect([before, since, workedAfter(beganMs), isNear()]).toEqual([false, true, false, false]);
});

test('a user counts as at the window for two seconds after the last key', async () => {
  const clock = movedClock();
  const { noteInput, userActive } = createScheduler(clock);
  noteInput();
  await clock.sleep(1_999);
  const before = userActive();
  await clock.sleep(1);
  expect([before, userActive()]).toEqual([true, false]);
});
