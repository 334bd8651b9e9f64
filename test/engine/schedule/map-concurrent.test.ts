import { describe, expect, it } from 'vitest';
import { mapConcurrent } from '#engine/schedule/map-concurrent.ts';
import { untilAborted } from '#engine/schedule/until-aborted.ts';

describe('a list that is worked through a few things at a time', () => {
  it('is begun in its order, never with more at once than that', async () => {
    const begun: number[] = [];
    let now = 0;
    let max = 0;
    await mapConcurrent([1, 2, 3, 4, 5], 2, async (item) => {
      begun.push(item);
      now += 1;
      max = Math.max(max, now);
      await Promise.resolve();
      now -= 1;
      return true;
    });
    expect([begun, max]).toEqual([[1, 2, 3, 4, 5], 2]);
  });

  it('is left where the work says so, and what has begun is finished', async () => {
    const [begun, finished]: [number[], number[]] = [[], []];
    await mapConcurrent([1, 2, 3, 4], 2, async (item) => {
      begun.push(item);
      if (item === 1) return false;
      await Promise.resolve();
      await Promise.resolve();
      finished.push(item);
      return true;
    });
    expect([begun, finished]).toEqual([[1, 2], [2]]);
  });

  it('fails with the first failure, when what has begun is finished', async () => {
    const finished: number[] = [];
    const work = mapConcurrent([1, 2, 3], 2, async (item) => {
      if (item === 1) throw new Error('first');
      await Promise.resolve();
      await Promise.resolve();
      finished.push(item);
      return true;
    });
    await expect(work).rejects.toThrow('first');
    expect(finished).toEqual([2]);
  });

  it('is done at once if it is empty', async () => {
    await expect(mapConcurrent([], 4, () => Promise.reject(new Error('no item')))).resolves.toBeUndefined();
  });
});

describe('waiting for the end of work', () => {
  it('lasts until the work ends, and throws what it throws', async () => {
    const { signal } = new AbortController();
    await expect(untilAborted(Promise.resolve(1), signal)).resolves.toBeUndefined();
    await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
  });

  it('ends when the caller stops waiting, or does not begin if that was before', async () => {
    const controller = new AbortController();
    const { promise, reject } = Promise.withResolvers<never>();
    const waiting = untilAborted(promise, controller.signal);
    controller.abort();
    await waiting;
    await untilAborted(promise, controller.signal);
    // Nobody waits for it any more: its failure must not end the program.
    reject(new Error('later'));
    await expect(promise).rejects.toThrow('later');
  });
});
