import { expect, test } from 'vitest';
import { riskLevels } from '#domain/finding/risk-level.ts';

test.each([
  [
    { likelihood: 'High', impact: 'very_high' },
    { likelihood: 4, impact: 5 },
  ],
  [
    { Likelihood: 'almost  certain', Impact: 2 },
    { likelihood: 5, impact: 2 },
  ],
  [
    { likelihood: '3', impact: 'Moderate' },
    { likelihood: 3, impact: 3 },
  ],
  [{ likelihood: 'often', impact: 'high' }, null],
  [{ likelihood: 'high' }, null],
  [{ likelihood: ['high'], impact: { level: 'high' } }, null],
  [{ likelihood: 6, impact: 0 }, null],
])('%j is placed at %j', (record, levels) => {
  expect(riskLevels(record)).toEqual(levels);
});
