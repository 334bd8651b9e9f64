import { describe, expect, test } from 'vitest';
import { killed, killedTwice } from './crashes.ts';
import type { Played } from '../play/play.ts';
import { scenarios, shortScenarios, type Scenario } from './scenarios.ts';

async function holds(scenario: Scenario, killAt: readonly number[]): Promise<Played> {
  const { played, story } = await killed(scenario, killAt);
  expect(played.failure, story).toBeNull();
  return played;
}

/** What came behind the kill. */
const behind = ({ trace }: Played): readonly string[] =>
  trace.slice(trace.findIndex((line) => line.includes('  killed ')) + 1);

/** Of each kind of work one, with lost answers and a person's decision among them. */
const byBoundary = shortScenarios.filter(({ name }) =>
  [
    'a bulk status',
    'a conflict, resolved',
    'a creation whose answer is lost',
    'a question to the assistant whose answer is lost',
  ].includes(name),
);

test('the scenarios that are played boundary by boundary are there', () => {
  expect(byBoundary).toHaveLength(4);
});

describe('a crash at every boundary breaks no promise, and boundaries of one moment are one crash:', () => {
  test.each(byBoundary)('$name', async (scenario) => {
    const { boundaries, moments } = await holds(scenario, []);
    expect(boundaries).toBeGreaterThan(10);
    let ofMoment: readonly string[] = [];
    for (let at = 1; at <= boundaries; at += 1) {
      const after = behind(await holds(scenario, [at]));
      if (moments.includes(at)) ofMoment = after;
      expect(after, `boundary ${String(at)}`).toEqual(ofMoment);
    }
  });
});

/*
 * From here on by moments and not by boundaries, which are two to three times as many. Two boundaries without a commit,
 * request, response or draw between them are the same to a kill, as shown above.
 */
describe('a crash at every moment breaks no promise:', () => {
  test.each(scenarios.filter((one) => !byBoundary.includes(one)))('$name', async (scenario) => {
    const { moments } = await holds(scenario, []);
    expect(moments.length).toBeGreaterThan(4);
    for (const at of moments) await holds(scenario, [at]);
  });
});

describe('a crash at a first moment, and at another one after it, breaks no promise; here every eleventh of the pairs:', () => {
  test.each(shortScenarios)('$name', async (scenario) => {
    let pairs = 0;
    for await (const { played, story } of killedTwice(scenario, 11)) {
      expect(played.failure, story).toBeNull();
      pairs += 1;
    }
    expect(pairs).toBeGreaterThan(10);
  });
});
