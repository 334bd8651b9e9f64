import { drawFault } from '../service/faults.ts';
import type { SyncStep } from '../history.ts';
import type { Dice } from './random.ts';

/** A whole sync of which some of the first writes meet a fault. @param writes how many may, each with a chance of one in `oneIn` */
export function faultySync(
  dice: Dice,
  latestMs: number,
  { writes, oneIn }: { readonly writes: number; readonly oneIn: number } = { writes: 3, oneIn: 4 },
): SyncStep {
  const faults = Array.from({ length: writes }, (_, at) => at + 1)
    .filter(() => dice.oneIn(oneIn))
    .map((request) => ({ of: 'write' as const, request, fault: drawFault(dice, latestMs, 'write') }));
  return {
    do: 'sync',
    acceptMissing: false,
    push: true,
    pull: true,
    seed: dice.between(1, 1_000_000),
    faults,
    meanwhile: [],
  };
}
