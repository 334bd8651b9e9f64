import { spread } from './draw-second.ts';
import { faultySync } from './draw-sync.ts';
import type { History, Step, SyncStep } from '../history.ts';
import type { Dice } from './random.ts';

/**
 * What a user asks of the assistant, from separate dice: a third of the histories get some of it, among the existing
 * steps.
 */
export function withAssistant(history: History, dice: Dice, latestMs: number): History {
  if (!dice.oneIn(3)) return history;
  let { steps } = history;
  for (let count = dice.between(1, 3); count > 0; count -= 1)
    steps = spread(steps, episode(dice, latestMs), dice);
  return { ...history, steps };
}

function episode(dice: Dice, latestMs: number): Step[] {
  switch (dice.between(1, 6)) {
    case 1:
      return [
        ask(dice, false),
        sync(dice, latestMs),
        { do: 'ask-go', at: dice.next() },
        sync(dice, latestMs),
      ];
    case 2:
      return [ask(dice), sync(dice, latestMs), again(dice), sync(dice, latestMs)];
    case 3:
      return [ask(dice), ask(dice), killed(sync(dice, latestMs), dice), sync(dice, latestMs)];
    case 4:
      return [ask(dice), sync(dice, latestMs), apply(dice), sync(dice, latestMs), apply(dice)];
    case 5:
      return [
        ask(dice),
        sync(dice, latestMs),
        apply(dice),
        { do: 'others-edit', at: dice.next(), seed: dice.between(1, 1_000_000) },
        killed(sync(dice, latestMs), dice),
      ];
    default:
      return [ask(dice), { do: 'discard', at: dice.next() }, { do: 'put-back', at: 0 }, sync(dice, latestMs)];
  }
}

function ask(dice: Dice, confirm = true): Step {
  return {
    do: 'ask',
    at: dice.next(),
    merge: dice.oneIn(3),
    confirm,
    ...(dice.oneIn(8) ? { killAt: 1 } : {}),
  };
}

function again(dice: Dice): Step {
  return { do: 'ask-again', at: dice.next() };
}

function apply(dice: Dice): Step {
  return { do: 'apply-draft', at: dice.next() };
}

/** The assistant goes last: a fault at any of the first writes may be its own. */
function sync(dice: Dice, latestMs: number): SyncStep {
  return faultySync(dice, latestMs, { writes: 4, oneIn: 3 });
}

function killed(step: SyncStep, dice: Dice): SyncStep {
  return { ...step, killAt: dice.between(1, 40) };
}
