import { expect, test } from 'vitest';
import { simulate } from './simulate.ts';

const seeds = 300;

test(`the promises of sync hold in ${String(seeds)} histories with faults, kills and other people`, async () => {
  for (let seed = 1; seed <= seeds; seed += 1) await simulate(seed);
}, 240_000);

test('one seed is one history, line by line', async () => {
  const [one, two] = [await simulate(77), await simulate(77)];
  expect(two.trace).toEqual(one.trace);
});
