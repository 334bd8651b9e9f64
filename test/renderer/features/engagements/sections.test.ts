import { expect, it } from 'vitest';
import { noFacts, type FactName } from '#contract/engagement.ts';
import {
  factSections,
  inScreenOrder,
  missingCount,
  sectionOf,
  sectionsWithCounts,
} from '#renderer/features/engagements/sections.ts';

it('puts every fact into exactly one section', () => {
  const shown = factSections.flatMap(({ facts }): readonly FactName[] => facts);
  expect(shown.toSorted()).toEqual(Object.keys(noFacts).toSorted());
});

it('counts what is missing where it is filled in, and lists it in the order of the screen', () => {
  const missing = ['begins', 'ends', 'classification', 'team'] as const;
  const counts = sectionsWithCounts(missing).flatMap(({ name, count: { figure } }) =>
    figure > 0 ? [[name, figure]] : [],
  );
  expect([counts, inScreenOrder(missing), sectionOf('team'), missingCount(4)]).toEqual([
    [
      ['general', 1],
      ['dates', 2],
      ['people', 1],
    ],
    ['classification', 'begins', 'ends', 'team'],
    'people',
    '4 of 9 missing',
  ]);
});
