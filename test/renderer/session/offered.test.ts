import { expect, it } from 'vitest';
import {
  isOffered,
  meantValue,
  nearestValue,
  offeredValues,
} from '#renderer/session/values/offered-values.ts';

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

it('a slip of the fingers is near the value that is meant, and a word of its own near none', () => {
  const offered = ['Critical', 'High', 'Medium', 'Low', 'pending_retest'];
  expect(
    ['Lowvl', 'l', 'Hihg', 'pending retst', 'Urgent', ''].map((typed) => nearestValue(offered, typed)),
  ).toEqual(['Low', 'Low', 'High', 'pending_retest', null, null]);
});

it('a value is offered in whatever spelling, and its beginning is not', () => {
  expect(['LOW ', 'Pending retest', 'l'].map((typed) => isOffered(['Low', 'pending_retest'], typed))).toEqual(
    [true, true, false],
  );
});
