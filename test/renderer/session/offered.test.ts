import { expect, it } from 'vitest';
import { meantValue, offeredValues } from '#renderer/session/values/offered-values.ts';

it('a value is offered once, as it stands most often, else as it is named, in the order of the names', () => {
  expect(offeredValues(['critical', 'high'], ['High', 'urgent', 'HIGH', 'Urgent ', 'low'])).toEqual([
    'critical',
    'High',
    'urgent',
    'low',
  ]);
});

it('the beginning of one value means that value, and a whole one means itself', () => {
  const offered = ['open', 'pending_retest', 'closed', 'Close', 'pend'];
  expect(
    ['pending', 'PEND ', 'cl', 'close', 'frozen', ' '].map((typed) => meantValue(offered, typed)),
  ).toEqual(['pending_retest', 'pend', null, 'Close', null, null]);
});
