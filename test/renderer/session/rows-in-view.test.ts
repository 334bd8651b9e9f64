import { describe, expect, it } from 'vitest';
import { ApiError } from '#renderer/api/api.ts';
import { KeptRows } from '#renderer/session/list/kept-rows.svelte.ts';
import { RowsInView } from '#renderer/session/list/rows-in-view.svelte.ts';

describe('the rows that were fetched', () => {
  it('lack until they came, and again after the store has changed; they are shown meanwhile', () => {
    const kept = new KeptRows<string>();
    expect([kept.at(1), kept.lacks(1)]).toEqual([null, true]);
    kept.keep([1], [[1, 'one']], kept.changes, () => []);
    expect([kept.at(1), kept.lacks(1)]).toEqual(['one', false]);
    kept.outdate();
    expect([kept.at(1), kept.lacks(1)]).toEqual(['one', true]);
    kept.keep([1], [[1, 'new']], kept.changes, () => []);
    expect([kept.at(1), kept.lacks(1)]).toEqual(['new', false]);
  });

  it('that were asked for before the store changed lack still', () => {
    const kept = new KeptRows<string>();
    const { changes } = kept;
    kept.outdate();
    kept.keep([1], [[1, 'old']], changes, () => []);
    expect([kept.at(1), kept.lacks(1)]).toEqual(['old', true]);
  });

  it('and are gone are not asked for again', () => {
    const kept = new KeptRows<string>();
    kept.keep([1, 2], [[2, 'two']], kept.changes, () => []);
    expect([kept.at(1), kept.lacks(1), kept.lacks(2)]).toEqual([null, false, false]);
  });

  it('go with another engagement', () => {
    const kept = new KeptRows<string>();
    kept.keep([1], [[1, 'one']], kept.changes, () => []);
    kept.outdate();
    kept.clear();
    expect([kept.at(1), kept.lacks(1)]).toEqual([null, true]);
  });

  it('are let go of but for those nearby once there are more than twenty thousand', () => {
    const kept = new KeptRows<number>();
    const rows = Array.from({ length: 20_000 }, (_, at) => at);
    const keep = (more: readonly number[]): void => {
      kept.keep(
        more,
        more.map((row) => [row, row] as const),
        kept.changes,
        () => [5, 70_000],
      );
    };
    keep(rows);
    keep([30_000]);
    expect([kept.at(0), kept.at(5)]).toEqual([0, 5]);
    keep([40_000]);
    expect([kept.at(0), kept.at(5), kept.at(40_000), kept.lacks(70_000)]).toEqual([null, 5, 40_000, true]);
  });
});

/** Rows of a source whose answers the test gives. */
function view(wanted: readonly number[]) {
  const asked: { keys: readonly number[]; answer: PromiseWithResolvers<readonly number[]> }[] = [];
  const failures: string[] = [];
  const rows = new RowsInView<number>({
    wanted: () => wanted,
    fetch: (keys) => {
      const answer = Promise.withResolvers<readonly number[]>();
      asked.push({ keys, answer });
      return answer.promise;
    },
    keyOf: (row) => row,
    failed: (message) => failures.push(message),
  });
  return { rows, asked, failures };
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

describe('the rows in view', () => {
  it('are fetched a hundred at a time, one call after another, until none is missing', async () => {
    const { rows, asked } = view(upTo(150));
    const fetching = rows.fetch();
    await rows.fetch();
    expect(asked.map(({ keys }) => keys)).toEqual([upTo(100)]);
    asked[0]?.answer.resolve(upTo(100));
    await Promise.resolve();
    await Promise.resolve();
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]?.keys).toEqual(upTo(150).slice(100));
    asked[1]?.answer.resolve(upTo(150).slice(100));
    await fetching;
    expect([asked.length, rows.at(0), rows.at(149)]).toEqual([2, 0, 149]);
    await rows.fetch();
    expect(asked).toHaveLength(2);
  });

  it('are fetched again if the store changed, also while they are under way', async () => {
    const { rows, asked } = view([1]);
    const fetching = rows.fetch();
    rows.outdate();
    asked[0]?.answer.resolve([1]);
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.answer.resolve([1]);
    await fetching;
    rows.clear();
    expect(rows.at(1)).toBeNull();
  });

  it('say why they could not be fetched, but not that they were cancelled, and can be fetched again', async () => {
    const { rows, asked, failures } = view([1]);
    const first = rows.fetch();
    asked[0]?.answer.reject(new ApiError('internal', 'The store broke.'));
    await first;
    const second = rows.fetch();
    asked[1]?.answer.reject(new ApiError('cancelled', 'Stopped.'));
    await second;
    expect([failures, asked.length]).toEqual([['The store broke.'], 2]);
  });
});
