import { expect, it } from 'vitest';
import { spokenOf } from '#features/reports/check.ts';

it('a report about one finding speaks of that one, any other of all', () => {
  const all = { printed: [{ id: 'f1' }, { id: 'f2' }], leftOut: [{ id: 'f3' }, { id: 'f4' }] } as never;
  expect([
    spokenOf(all, { template: 'single', finding: 'f2' }),
    spokenOf(all, { template: 'single', finding: 'f3' }),
    spokenOf(all, { template: 'technical', finding: 'f2' }),
  ]).toEqual([{ printed: [{ id: 'f2' }], leftOut: [] }, { printed: [], leftOut: [{ id: 'f3' }] }, all]);
});
