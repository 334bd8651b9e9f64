import { expect, test } from 'vitest';
import { drawHistory } from './draw/draw.ts';
import { play } from './play/play.ts';
import { playSeed, simulateSeeds } from './simulate.ts';
import { extent } from '../support/extent.ts';

const seeds = extent.histories;

test(`the promises of sync hold in ${seeds.toLocaleString('en-US')} histories with faults, kills and other people`, async () => {
  const counts = await simulateSeeds(1, seeds);
  // A run that meets no fault and kills nothing would hold as well.
  for (const what of [
    'faults: lost-answer',
    'kills: before a commit',
    'mishaps: disk full',
    'outcomes: applied',
  ])
    expect(counts[what], what).toBeGreaterThan(seeds / 20);
}, 240_000);

test('one seed is one history, line by line', async () => {
  for (const seed of [5, 77, 402]) {
    const one = await playSeed(seed);
    await playSeed(seed + 1);
    expect((await playSeed(seed)).trace).toEqual(one.trace);
  }
});

test('a kill leaves the same store whether it is rolled back or opened anew from its bytes', async () => {
  for (let seed = 1; seed <= extent.restarts; seed += 1) {
    const history = drawHistory(seed);
    const [warm, cold] = [await play(history), await play(history, { cold: true })];
    expect(cold.trace).toEqual(warm.trace);
  }
});
