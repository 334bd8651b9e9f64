import { expect, it, test } from 'vitest';
import { charactersOf, sameTree } from '#report/pdf/output/compare-trees.ts';

test.each<[unknown, unknown, boolean]>([
  [1, 1, true],
  [1, '1', false],
  [null, null, true],
  [null, {}, false],
  [{}, null, false],
  [[], [], true],
  [[1, [2]], [1, [2]], true],
  [[1], [1, 2], false],
  [[1, 2], [1], false],
  [[], {}, false],
  [{}, [], false],
  [{ a: 1, b: [2] }, { b: [2], a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ a: undefined }, { b: undefined }, false],
])('trees of values say the same or not: %j and %j', (one, other, same) => {
  expect(sameTree(one, other)).toBe(same);
});

it('the characters of a tree are those of all its texts that are not plain', () => {
  const tree = { a: ['plain\ttext\n', 'ä→'], b: { c: '😀ä', ü: 1 }, d: null, e: 7 };
  expect(charactersOf(tree)).toEqual(new Set(['ä', '→', '😀'].map((character) => character.codePointAt(0))));
});
