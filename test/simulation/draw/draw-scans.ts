import { spread } from './draw-second.ts';
import { faultySync } from './draw-sync.ts';
import type { DeskStep, History, Step } from '../history.ts';
import type { Dice } from './random.ts';

/** Imports of scanner files, drawn by dice of their own: a quarter of the histories get some, among the steps there are. */
export function withScans(history: History, dice: Dice, latestMs: number): History {
  if (!dice.oneIn(4)) return history;
  let { steps } = history;
  for (let count = dice.between(1, 2); count > 0; count -= 1)
    steps = spread(steps, episode(dice, latestMs), dice);
  return { ...history, steps };
}

const undo: DeskStep = { do: 'bulk-undo', at: 0.99 };

function episode(dice: Dice, latestMs: number): Step[] {
  const [one, other, third] = [scan(dice), scan(dice), scan(dice)];
  const sync = (): Step => faultySync(dice, latestMs);
  switch (dice.between(1, 8)) {
    case 1:
      // The same file twice, before anything was sent and after.
      return [one, one, sync(), one, sync()];
    case 2:
      return [one, sync(), other, { do: 'others-edit', at: 0.99, seed: seedOf(dice) }, sync(), third, sync()];
    case 3:
      return [{ ...one, killAt: dice.between(1, 4) }, one, undo, one, sync()];
    case 4:
      return [one, other, undo, sync(), other, sync(), undo];
    case 5:
      // What was deleted is not made again before its deletion is known, and by a later scan after that.
      return [
        one,
        { do: 'delete', at: 0.99 },
        one,
        sync(),
        { do: 'delete', at: 0.99 },
        other,
        sync(),
        one,
        sync(),
      ];
    case 6:
      // While the findings of the first file are on their way.
      return [
        one,
        {
          ...faultySync(dice, latestMs),
          meanwhile: [
            { after: dice.between(1, 30), step: one },
            { after: dice.between(1, 30), step: other },
          ],
        },
        { do: 'pass', ms: 181_000 },
        one,
        sync(),
      ];
    case 7:
      // A finding that was worked on stays if its import is undone.
      return [one, { do: 'edit', at: 0.99, fields: ['title'], seed: seedOf(dice) }, undo, one, sync()];
    default:
      return [
        { ...one, ...(dice.oneIn(2) ? { diskFullAt: 1 } : { killAt: dice.between(1, 6) }) },
        { ...faultySync(dice, latestMs), killAt: dice.between(1, 40) },
        { do: 'others-delete', at: 0.99 },
        sync(),
        one,
        { ...undo, killAt: dice.between(1, 3) },
        sync(),
      ];
  }
}

function scan(dice: Dice): DeskStep {
  return { do: 'scan', seed: seedOf(dice) };
}

function seedOf(dice: Dice): number {
  return dice.between(1, 1_000_000);
}
