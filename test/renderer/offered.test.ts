import { expect, it } from 'vitest';
import { offeredValues } from '#renderer/state/offered.ts';

it('a value is offered once, as the service spells it, else as it stands most often', () => {
  expect(offeredValues(['critical', 'high'], ['High', 'urgent', 'HIGH', 'Urgent ', 'low'])).toEqual([
    'critical',
    'high',
    'urgent',
    'low',
  ]);
});
