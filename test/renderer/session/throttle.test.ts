import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttle } from '#renderer/session/live/throttle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a round that fails is reported, and the next ones come as if it had not', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (thrown: unknown) => reported.push(thrown));
  const failure = new Error('The first round fails.');
  let rounds = 0;
  const ask = throttle(() => {
    rounds += 1;
    return rounds === 1 ? Promise.reject(failure) : Promise.resolve();
  }, 300);
  ask();
  ask();
  await vi.advanceTimersByTimeAsync(299);
  const before = rounds;
  await vi.advanceTimersByTimeAsync(1);
  const after = rounds;
  await vi.advanceTimersByTimeAsync(300);
  ask();
  expect([reported, before, after, rounds]).toEqual([[failure], 1, 2, 3]);
});
