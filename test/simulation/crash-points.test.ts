import { describe, expect, test } from 'vitest';
import { play } from './play.ts';
import { scenarios, shortScenarios, type Scenario } from './scenarios.ts';
import { storyOf } from './simulate.ts';

async function holds({ history, ground }: Scenario, killAt: readonly number[]): Promise<number> {
  const played = await play(history, { killAt, ground });
  const where = `killed at ${killAt.join(' and ')}:\n${storyOf(played.trace).join('\n')}`;
  expect(played.failure, where).toBeNull();
  return played.boundaries;
}

describe('a crash at every boundary breaks no promise:', () => {
  test.each(scenarios)('$name', async (scenario) => {
    const boundaries = await holds(scenario, []);
    expect(boundaries).toBeGreaterThan(10);
    for (let at = 1; at <= boundaries; at += 1) await holds(scenario, [at]);
  });
});

describe('a crash at every pair of boundaries breaks no promise:', () => {
  test.each(shortScenarios)(
    '$name',
    async (scenario) => {
      const boundaries = await holds(scenario, []);
      for (let first = 1; first <= boundaries; first += 1) {
        // After a first crash the history is another one; its own boundaries count on.
        const after = await holds(scenario, [first]);
        for (let second = first + 1; second <= after; second += 1) await holds(scenario, [first, second]);
      }
    },
    120_000,
  );
});
