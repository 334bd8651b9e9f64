import { expect, test } from 'vitest';
import type { Clock } from '#contract/ports.ts';
import { createInFlightCalls } from '#app/rpc/in-flight-calls.ts';
import { createSystemClock } from '#app/platform/system.ts';

const never = new AbortController().signal;
const system = createSystemClock();

/** Work that is told to stop, and ends when the test lets it. */
function stubborn(): { work: (signal: AbortSignal) => Promise<string>; end: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  return {
    work: async (signal) => {
      await promise;
      return signal.aborted ? 'stopped' : 'done';
    },
    end: () => resolve(undefined),
  };
}

test('calls are waited for once they were asked to stop, and one that comes later is stopped at once', async () => {
  const calls = createInFlightCalls();
  const [first, second] = [stubborn(), stubborn()];
  const answers = [calls.track(first.work, never), calls.track(second.work, never)];
  let hasStopped = false;
  const stopping = calls.stop(system).then(() => (hasStopped = true));
  first.end();
  await answers[0];
  const before = [hasStopped, calls.count()];
  const later = calls.track(async ({ aborted }) => (aborted ? 'stopped' : 'done'), never);
  second.end();
  await stopping;
  expect([before, await Promise.all([...answers, later]), calls.count()]).toEqual([
    [false, 1],
    ['stopped', 'stopped', 'stopped'],
    0,
  ]);
});

test('a call that does not stop is given up after ten seconds', async () => {
  const calls = createInFlightCalls();
  const endless = stubborn();
  const answer = calls.track(endless.work, never);
  const waits: number[] = [];
  const sleep: Clock['sleep'] = async (ms) => void waits.push(ms);
  await calls.stop({ ...system, sleep });
  const left = calls.count();
  endless.end();
  expect([waits, left, await answer]).toEqual([[10_000], 1, 'stopped']);
});

test('nobody waits where nothing is under way, and a caller that gives up stops its own call alone', async () => {
  const calls = createInFlightCalls();
  const waits: number[] = [];
  const sleep: Clock['sleep'] = async (ms) => void waits.push(ms);
  await calls.idle();
  const [own, other] = [stubborn(), stubborn()];
  const stop = new AbortController();
  const answers = [calls.track(own.work, stop.signal), calls.track(other.work, never)];
  stop.abort();
  own.end();
  other.end();
  const ended = await Promise.all(answers);
  await calls.stop({ ...system, sleep });
  expect([ended, waits]).toEqual([['stopped', 'done'], []]);
});
