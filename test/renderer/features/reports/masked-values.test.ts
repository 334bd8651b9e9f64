import { expect, test } from 'vitest';
import type { MaskedFinding } from '#contract/deliverable/masks.ts';
import { cutBodies, keptAfter, valueRows } from '#renderer/features/reports/masked-values.ts';

const value = (key: string, count: number) =>
  ({ key, kind: 'token', text: key, where: 'Request 1', count, kept: false }) as const;
const finding = (id: string, over: Partial<MaskedFinding>): MaskedFinding => ({
  finding: id,
  title: id,
  hits: [],
  values: [],
  leftOut: [],
  ...over,
});

test('a value is one row, however many findings have it, in the order of the report', () => {
  const rows = valueRows([
    finding('A', { values: [value('x', 2), value('y', 1)] }),
    finding('B', { values: [value('z', 1), value('x', 3)] }),
  ]);
  expect(rows.map(({ key, count, places }) => [key, count, places.map((place) => place.finding)])).toEqual([
    ['x', 5, ['A', 'B']],
    ['y', 1, ['A']],
    ['z', 1, ['B']],
  ]);
});

test('bodies that are cut are listed with their findings', () => {
  const leftOut = [{ where: 'Response 1', bytes: 12 }];
  expect(cutBodies([finding('A', {}), finding('B', { leftOut })])).toEqual([
    { finding: 'B', title: 'B', where: 'Response 1', bytes: 12 },
  ]);
});

test('a value is kept once, and masked again', () => {
  expect([
    keptAfter([], 'a', true),
    keptAfter(['a', 'b'], 'a', true),
    keptAfter(['a', 'b'], 'a', false),
  ]).toEqual([['a'], ['b', 'a'], ['b']]);
});
