import { verdicts } from '#contract/value-lists.ts';
import { spread } from './draw-second.ts';
import { faultySync } from './draw-sync.ts';
import type { DeskStep, History, Step } from '../history.ts';
import type { Dice } from './random.ts';

/** What a retest finds, drawn by dice of its own: a quarter of the histories get some of it, among the steps there are. */
export function withRetests(history: History, dice: Dice, latestMs: number): History {
  if (!dice.oneIn(4)) return history;
  let { steps } = history;
  for (let count = dice.between(1, 2); count > 0; count -= 1)
    steps = spread(steps, episode(dice, latestMs), dice);
  return { ...history, steps };
}

function episode(dice: Dice, latestMs: number): Step[] {
  switch (dice.between(1, 5)) {
    case 1:
      return [
        verdict(dice),
        faultySync(dice, latestMs),
        verdict(dice),
        takenBack,
        faultySync(dice, latestMs),
      ];
    case 2:
      // Another user writes to the finding while the status waits.
      return [
        verdict(dice, 0),
        { do: 'others-edit', at: 0, seed: dice.between(1, 1_000_000) },
        faultySync(dice, latestMs),
        takenBack,
        faultySync(dice, latestMs),
      ];
    case 3:
      // On a finding that is not at the service yet, and may turn out to be one that is.
      return [
        { do: 'create', twins: dice.oneIn(3), seed: dice.between(1, 1_000_000) },
        verdict(dice, 0.99),
        faultySync(dice, latestMs),
        verdict(dice, 0.99),
        { do: 'pass', ms: 181_000 },
        faultySync(dice, latestMs),
      ];
    case 4:
      return [verdict(dice), takenBack, { do: 'put-back', at: 0 }, faultySync(dice, latestMs)];
    default:
      return [
        { ...verdict(dice), killAt: dice.between(1, 4) },
        { do: 'others-delete', at: dice.next() },
        { ...faultySync(dice, latestMs), killAt: dice.between(1, 40) },
        { ...takenBack, killAt: dice.between(1, 2) },
      ];
  }
}

const takenBack: DeskStep = { do: 'verdict-undo' };

function verdict(dice: Dice, at = dice.next()): DeskStep {
  const given = dice.pick(verdicts);
  return { do: 'verdict', at, count: dice.between(1, 4), verdict: given, pending: dice.oneIn(2) };
}
