import fc from 'fast-check';
import { expect, it } from 'vitest';
import { BitSet } from '#engine/search/bit-set.ts';

const rows = fc.uniqueArray(fc.oneof(fc.integer({ min: 0, max: 70 }), fc.integer({ min: 0, max: 100_000 })), {
  maxLength: 120,
});

/** All that can be asked of a set. */
function told(set: BitSet, asked: readonly number[]): unknown {
  return { size: set.size, rows: set.rows(), has: asked.map((row) => set.has(row)) };
}

function expected(set: ReadonlySet<number>, asked: readonly number[]): unknown {
  const sorted = [...set].sort((one, other) => one - other);
  return { size: set.size, rows: sorted, has: asked.map((row) => set.has(row)) };
}

it('meets other sets of rows as a set of numbers does', () => {
  fc.assert(
    fc.property(rows, rows, (some, others) => {
      const [one, other] = [new BitSet(some), new BitSet(others)];
      const [left, right] = [new Set(some), new Set(others)];
      const asked = [...some, ...others, 31, 32, 200_000];
      expect([
        told(one, asked),
        told(one.union(other), asked),
        told(one.intersection(other), asked),
        told(one.without(other), asked),
      ]).toEqual([
        expected(left, asked),
        expected(left.union(right), asked),
        expected(left.intersection(right), asked),
        expected(left.difference(right), asked),
      ]);
    }),
  );
});

it('holds a row once, however often it is added', () => {
  const set = new BitSet([31, 31]);
  set.add(31);
  expect([set.size, set.rows()]).toEqual([1, [31]]);
});
