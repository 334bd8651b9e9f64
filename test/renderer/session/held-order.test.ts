import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heldOrder, withMade } from '#renderer/session/list/held-order.ts';

function held(shown: readonly number[], fresh: readonly number[]): { rows: number[]; moved: boolean } {
  const { rows, moved } = heldOrder(Uint32Array.from(shown), Uint32Array.from(fresh));
  return { rows: [...rows], moved };
}

describe('a list that is asked for again', () => {
  it.each([
    ['is the fresh one where nothing was shown', [], [3, 1, 2], [3, 1, 2], false],
    ['keeps its order, and says that another is wanted', [1, 2, 3], [3, 1, 2], [1, 2, 3], true],
    ['drops what is gone', [1, 2, 3], [1, 3], [1, 3], false],
    ['takes what is new where it belongs', [1, 3], [5, 1, 2, 3, 4], [5, 1, 2, 3, 4], false],
    [
      'takes what is new behind the row that it follows',
      [1, 2, 3],
      [9, 3, 8, 1, 2, 7],
      [9, 1, 2, 7, 3, 8],
      true,
    ],
    ['is empty where nothing is found any more', [1, 2], [], [], false],
  ])('%s', (_, shown, fresh, rows, moved) => {
    expect(held(shown, fresh)).toEqual({ rows, moved });
  });

  it('has every fresh row once, those that stay in the order shown', () => {
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { maxLength: 20 });
    fc.assert(
      fc.property(numbers, numbers, (shown, fresh) => {
        const { rows, moved } = held(shown, fresh);
        const stays = (row: number): boolean => shown.includes(row) && fresh.includes(row);
        expect([rows.toSorted(), rows.filter(stays)]).toEqual([fresh.toSorted(), shown.filter(stays)]);
        if (!moved) expect(rows).toEqual(fresh);
      }),
    );
  });
});

it('a finding that was made a moment ago stands at the top if the query does not find it', () => {
  const fresh = Uint32Array.of(3, 1);
  expect([withMade(fresh, 7), withMade(fresh, 1), withMade(fresh, null)].map((rows) => [...rows])).toEqual([
    [7, 3, 1],
    [3, 1],
    [3, 1],
  ]);
});
