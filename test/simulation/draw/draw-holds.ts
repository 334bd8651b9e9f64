import { spread } from './draw-second.ts';
import { faultySync } from './draw-sync.ts';
import type { DeskStep, History, Step, SyncStep } from '../history.ts';
import type { Dice } from './random.ts';

/** What the user keeps from leaving, drawn by dice of its own: a quarter of the histories get some of it. */
export function withHolds(history: History, dice: Dice, latestMs: number): History {
  if (!dice.oneIn(4)) return history;
  let { steps } = history;
  for (let count = dice.between(1, 2); count > 0; count -= 1)
    steps = spread(steps, episode(dice, latestMs), dice);
  return { ...history, steps };
}

function episode(dice: Dice, latestMs: number): Step[] {
  const syncs = (): SyncStep => faultySync(dice, latestMs);
  switch (dice.between(1, 6)) {
    case 1:
      return [edit(dice, 0), hold(0, true), syncs(), hold(0, false), syncs()];
    case 2:
      // Held and released while it is on its way.
      return [
        edit(dice, 0),
        edit(dice, 0.5),
        { ...syncs(), meanwhile: [{ after: dice.between(1, 30), step: hold(0, true, 9) }] },
        hold(0, false, 9),
        syncs(),
      ];
    case 3:
      // On a finding that is not at the service yet, and may turn out to be one that is.
      return [
        { do: 'create', twins: dice.oneIn(3), seed: dice.between(1, 1_000_000) },
        { ...syncs(), meanwhile: [{ after: dice.between(1, 30), step: hold(0.99, true) }] },
        hold(0.99, true),
        edit(dice, 0.99),
        { do: 'pass', ms: 181_000 },
        syncs(),
      ];
    case 4:
      return [edit(dice, 0), edit(dice, 0.5), choose(dice), edit(dice, 0), reviewed(syncs()), syncs()];
    case 5:
      // What is typed while the sync that was reviewed runs.
      return [
        edit(dice, 0),
        choose(dice),
        {
          ...reviewed(syncs()),
          meanwhile: [
            { after: dice.between(1, 30), step: edit(dice, dice.next()) },
            { after: dice.between(1, 30), step: choose(dice) },
          ],
        },
        syncs(),
      ];
    default:
      return [
        { do: 'bulk-status', at: 0, count: dice.between(2, 6) },
        { ...hold(0, true), killAt: dice.between(1, 3) },
        { do: 'others-edit', at: 0, seed: dice.between(1, 1_000_000) },
        { ...syncs(), killAt: dice.between(1, 40) },
        { ...choose(dice), killAt: dice.between(1, 3) },
        syncs(),
      ];
  }
}

function edit(dice: Dice, at: number): DeskStep {
  return {
    do: 'edit',
    at,
    fields: [dice.pick(['title', 'severity', 'description'] as const)],
    seed: dice.between(1, 1_000_000),
  };
}

function hold(at: number, held: boolean, count = 1): DeskStep {
  return { do: 'hold', at, count, held };
}

function choose(dice: Dice): DeskStep {
  return { do: 'choose', seed: dice.between(1, 1_000_000) };
}

function reviewed(step: SyncStep): SyncStep {
  return { ...step, reviewed: true };
}
