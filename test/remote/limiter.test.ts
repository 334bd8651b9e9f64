import { describe, expect, test } from 'vitest';
import { createLimiter } from '#remote/rate-limit/limiter.ts';
import type { Admission, Limiter, Load, Priority } from '#remote/rate-limit/limiter.ts';
import { manualClock } from './support/clocks.ts';

/** Requests by name, so that a test reads as the order in which they went out. */
function desk(limiter: Limiter) {
  const out: string[] = [];
  const leaves = new Map<string, (load: Load) => void>();
  const others: [string, Admission][] = [];
  return {
    out,
    others,
    ask(name: string, priority: Priority, options: { maxWaitMs?: number; signal?: AbortSignal } = {}): void {
      const { maxWaitMs = 60_000, ...rest } = options;
      void limiter.enter({ priority, maxWaitMs, ...rest }).then((admission) => {
        if (admission.kind !== 'go') {
          others.push([name, admission]);
          return;
        }
        out.push(name);
        leaves.set(name, admission.leave);
      });
    },
    done(name: string, load: Load = { kind: 'fine' }): void {
      leaves.get(name)!(load);
    },
  };
}

const throttled = (retryAfterMs?: number): Load => ({
  kind: 'throttled',
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

test('a pause that is ended lets out what waits at once, and the next 429 pauses anew', async () => {
  const clock = manualClock();
  const limiter = createLimiter({ clock, maxInFlight: 2 });
  const { ask, done, out, others } = desk(limiter);
  limiter.pauseFor(40_000);
  ask('waits', 'queue');
  limiter.endPause();
  await clock.advance(0);
  const atOnce = [...out];
  done('waits', throttled(50_000));
  ask('again', 'queue', { maxWaitMs: 1_000 });
  await clock.advance(0);
  expect([atOnce, limiter.pausedForMs(), others.map(([name]) => name)]).toEqual([
    ['waits'],
    50_000,
    ['again'],
  ]);
});

describe('turns', () => {
  test('go to the person first, then the queue, then the sweep, and in order among equals', async () => {
    const clock = manualClock();
    const { ask, done, out } = desk(createLimiter({ clock, maxInFlight: 1 }));
    ask('first', 'sweep');
    ask('sweep 1', 'sweep');
    ask('queue 1', 'queue');
    ask('sweep 2', 'sweep');
    ask('person', 'person');
    ask('queue 2', 'queue');
    await clock.advance(0);
    for (const name of ['first', 'person', 'queue 1', 'queue 2', 'sweep 1']) {
      expect(out.at(-1)).toBe(name);
      done(name);
      await clock.advance(0);
    }
    expect(out).toEqual(['first', 'person', 'queue 1', 'queue 2', 'sweep 1', 'sweep 2']);
  });

  test('are never more at once than allowed', async () => {
    const clock = manualClock();
    const { ask, done, out } = desk(createLimiter({ clock, maxInFlight: 3 }));
    for (const name of ['a', 'b', 'c', 'd', 'e']) ask(name, 'sweep');
    await clock.advance(0);
    expect(out).toEqual(['a', 'b', 'c']);
    done('b');
    done('b');
    await clock.advance(0);
    expect(out).toEqual(['a', 'b', 'c', 'd']);
  });

  test('that are cancelled while they wait are passed over', async () => {
    const clock = manualClock();
    const limiter = createLimiter({ clock, maxInFlight: 1 });
    const { ask, done, out, others } = desk(limiter);
    const abort = new AbortController();
    ask('first', 'sweep');
    ask('cancelled', 'person', { signal: abort.signal });
    ask('last', 'sweep');
    ask('too late', 'sweep', { signal: AbortSignal.abort() });
    await clock.advance(0);
    abort.abort();
    done('first');
    await clock.advance(0);
    expect(out).toEqual(['first', 'last']);
    expect(others).toEqual([
      ['too late', { kind: 'cancelled' }],
      ['cancelled', { kind: 'cancelled' }],
    ]);
  });
});

describe('429', () => {
  test('halves how many go at once, one time for those that were out together; success creeps up', async () => {
    const clock = manualClock();
    const limiter = createLimiter({ clock, maxInFlight: 8 });
    const { ask, done } = desk(limiter);
    for (let n = 0; n < 8; n += 1) ask(`r${n}`, 'sweep');
    await clock.advance(0);
    for (let n = 0; n < 8; n += 1) done(`r${n}`, throttled(1_000));
    expect(limiter.width()).toBe(4);
    await clock.advance(1_000);
    let successes = 0;
    for (; limiter.width() < 8 && successes < 100; successes += 1) {
      ask(`s${successes}`, 'sweep');
      await clock.advance(0);
      done(`s${successes}`);
    }
    expect(successes).toBeGreaterThan(8);
    expect(limiter.width()).toBe(8);
  });

  test('never halves below one at a time, and never creeps above the most', async () => {
    const clock = manualClock();
    const limiter = createLimiter({ clock, maxInFlight: 2 });
    const { ask, done } = desk(limiter);
    for (let n = 0; n < 5; n += 1) {
      ask(`t${n}`, 'sweep');
      await clock.advance(0);
      done(`t${n}`, throttled(1));
      await clock.advance(1);
    }
    expect(limiter.width()).toBe(1);
    for (let n = 0; n < 20; n += 1) {
      ask(`u${n}`, 'sweep');
      await clock.advance(0);
      done(`u${n}`);
    }
    expect(limiter.width()).toBe(2);
  });

  test('with Retry-After holds everybody, the person too, for the whole time and not longer', async () => {
    const clock = manualClock();
    const limiter = createLimiter({ clock, maxInFlight: 4 });
    const { ask, done, out } = desk(limiter);
    ask('first', 'sweep');
    await clock.advance(0);
    done('first', throttled(30_000));
    ask('person', 'person');
    ask('queue', 'queue');
    await clock.advance(29_999);
    expect(out).toEqual(['first']);
    expect(limiter.pausedForMs()).toBe(1);
    await clock.advance(1);
    expect(out).toEqual(['first', 'person', 'queue']);
  });

  test('is not forgotten when another request succeeds during the pause', async () => {
    const clock = manualClock();
    const limiter = createLimiter({ clock, maxInFlight: 4 });
    const { ask, done, out } = desk(limiter);
    ask('a', 'sweep');
    ask('b', 'sweep');
    await clock.advance(0);
    done('a', throttled(10_000));
    done('b');
    ask('c', 'sweep');
    await clock.advance(9_999);
    expect(out).toEqual(['a', 'b']);
    await clock.advance(1);
    expect(out).toEqual(['a', 'b', 'c']);
  });

  test('with a pause longer than a caller waits answers that caller at once, how long it is', async () => {
    const clock = manualClock();
    const limiter = createLimiter({ clock, maxInFlight: 1 });
    const { ask, done, out, others } = desk(limiter);
    ask('a', 'queue');
    ask('b', 'queue', { maxWaitMs: 60_000 });
    ask('c', 'queue', { maxWaitMs: 200_000 });
    await clock.advance(0);
    done('a', throttled(120_000));
    ask('d', 'person');
    await clock.advance(0);
    expect(others).toEqual([
      ['b', { kind: 'paused', retryAfterMs: 120_000 }],
      ['d', { kind: 'paused', retryAfterMs: 120_000 }],
    ]);
    await clock.advance(120_000);
    expect(out).toEqual(['a', 'c']);
  });

  test('without a header backs off longer each time, up to a minute, until something succeeds', async () => {
    const clock = manualClock();
    const limiter = createLimiter({ clock, maxInFlight: 1 });
    const { ask, done } = desk(limiter);
    const pauses: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      ask(`t${n}`, 'sweep');
      await clock.advance(0);
      done(`t${n}`, throttled());
      pauses.push(limiter.pausedForMs());
      await clock.advance(limiter.pausedForMs());
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60, 60].map((seconds) => seconds * 1_000));
    ask('fine', 'sweep');
    await clock.advance(0);
    done('fine');
    ask('again', 'sweep');
    await clock.advance(0);
    done('again', throttled());
    expect(limiter.pausedForMs()).toBe(1_000);
  });

  test('leaves no sleep behind when nobody waits for the end of the pause any more', async () => {
    const clock = manualClock();
    const limiter = createLimiter({ clock, maxInFlight: 1 });
    const { ask, done } = desk(limiter);
    const abort = new AbortController();
    ask('a', 'sweep');
    await clock.advance(0);
    done('a', throttled(30_000));
    expect(clock.sleepers()).toBe(0);
    ask('b', 'sweep', { signal: abort.signal });
    expect(clock.sleepers()).toBe(1);
    abort.abort();
    await clock.advance(0);
    expect(clock.sleepers()).toBe(0);
  });

  test('of an earlier run is obeyed in this one', async () => {
    const clock = manualClock();
    const limiter = createLimiter({ clock, maxInFlight: 1 });
    const { ask, out } = desk(limiter);
    limiter.pauseFor(5_000);
    limiter.pauseFor(1_000);
    ask('a', 'person');
    await clock.advance(4_999);
    expect(out).toEqual([]);
    await clock.advance(1);
    expect(out).toEqual(['a']);
  });
});

test('a request that came to nothing neither widens nor narrows', async () => {
  const clock = manualClock();
  const limiter = createLimiter({ clock, maxInFlight: 4 });
  const { ask, done } = desk(limiter);
  ask('a', 'sweep');
  await clock.advance(0);
  done('a', throttled(1));
  await clock.advance(1);
  for (let n = 0; n < 20; n += 1) {
    ask(`n${n}`, 'sweep');
    await clock.advance(0);
    done(`n${n}`, { kind: 'untold' });
  }
  expect(limiter.width()).toBe(2);
});
