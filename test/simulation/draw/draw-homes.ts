import type { DrawOptions } from './draw.ts';
import type { DeskStep, History, LoneStep, Meanwhile, Step, SyncStep } from '../history.ts';
import type { Dice } from './random.ts';

/** Draws what the person does in one home; its variant counts for the first home alone. */
export type DrawOne = (seed: number, options: DrawOptions) => History;

/**
 * Two or three homes at one service, each with the steps of a history of its own, shuffled into each other. What they
 * quarrel over comes in episodes between: bulk changes and deletions of the same findings, discarded and resolved while
 * several homes sync at once.
 */
export function drawHomes(seed: number, dice: Dice, options: DrawOptions, drawOne: DrawOne): History {
  const homes = dice.oneIn(3) ? 3 : 2;
  const first = drawOne(seed, options);
  const piles = Array.from({ length: homes }, (_, home) => {
    const { steps } = home === 0 ? first : drawOne(seedOf(dice), options);
    // Each home is shorter than a history of one: what matters is what lies between the homes.
    return steps.slice(0, dice.between(3, 10)).map((step) => inHome(step, home, homes, dice));
  });
  const steps: Step[] = [];
  for (let count = dice.between(1, 3); count > 0; count -= 1) {
    for (let n = dice.between(0, 8); n > 0; n -= 1) steps.push(...next(piles, dice));
    steps.push(...quarrel(homes, dice));
  }
  while (piles.some((pile) => pile.length > 0)) steps.push(...next(piles, dice));
  return { ...first, homes, steps: joined(steps, dice) };
}

function next(piles: LoneStep[][], dice: Dice): LoneStep[] {
  const left = piles.filter((pile) => pile.length > 0);
  if (left.length === 0) return [];
  const step = dice.pick(left).shift();
  return step === undefined ? [] : [step];
}

function inHome(step: Step, home: number, homes: number, dice: Dice): LoneStep {
  if (step.do === 'together') throw new Error('a history of one home syncs one home');
  if (step.do !== 'sync') return { ...step, home };
  const meanwhile = step.meanwhile.map((one): Meanwhile => ({
    ...one,
    home: dice.oneIn(2) ? home : dice.between(0, homes - 1),
  }));
  return { ...step, meanwhile, home };
}

/** Syncs of different homes that follow each other are often one step: they run side by side. */
function joined(steps: readonly Step[], dice: Dice): Step[] {
  const out: Step[] = [];
  for (const step of steps) {
    const before = out.at(-1);
    const open = before?.do === 'sync' ? [before] : before?.do === 'together' ? before.syncs : [];
    const apart =
      step.do === 'sync' && open.length > 0 && open.every((one) => (one.home ?? 0) !== (step.home ?? 0));
    if (apart && !dice.oneIn(4)) out.splice(-1, 1, { do: 'together', syncs: [...open, step] });
    else out.push(step);
  }
  return out;
}

/** All homes have seen the same findings and change them before they sync again, at once. */
function quarrel(homes: number, dice: Dice): Step[] {
  const all = Array.from({ length: homes }, (_, home) => home);
  const at = dice.pick([0, 0, 0.4, 0.8]);
  const around = (): Step => ({ do: 'together', syncs: all.map((home) => quiet(home, dice)) });
  const answers = (home: number): LoneStep[] => [
    {
      do: 'decide',
      at: dice.next(),
      choice: dice.pick(['mine', 'theirs', 'theirs', 'discard']),
      again: dice.oneIn(2),
      seed: seedOf(dice),
      home,
    },
  ];
  return [
    ...(dice.oneIn(2) ? [{ do: 'others-add', candidate: false, seed: seedOf(dice) } as const] : []),
    around(),
    ...all.flatMap((home) => desk(at, home, dice)),
    { do: 'together', syncs: all.map((home) => hurt(quiet(home, dice), homes, dice)) },
    ...all.flatMap((home) => (dice.oneIn(3) ? [] : answers(home))),
    ...all.flatMap((home): LoneStep[] => (dice.oneIn(4) ? [{ do: 'discard', at: dice.next(), home }] : [])),
    ...(dice.oneIn(3) ? [{ do: 'pass', ms: dice.pick([1_000, 181_000]) } as const] : []),
    { do: 'together', syncs: all.map((home) => hurt(quiet(home, dice), homes, dice)) },
  ];
}

function desk(at: number, home: number, dice: Dice): LoneStep[] {
  const kill = dice.oneIn(6) ? { killAt: dice.between(1, 4) } : {};
  const step = ((): DeskStep => {
    switch (dice.between(1, 6)) {
      case 1:
        return { do: 'delete', at };
      case 2:
        return { do: 'bulk-delete', at, count: dice.between(1, 3) };
      case 3:
      case 4:
        return { do: 'bulk-status', at, count: dice.between(1, 3) };
      case 5:
        return { do: 'edit', at, fields: [dice.pick(['title', 'severity', 'asset'])], seed: seedOf(dice) };
      default:
        return { do: 'create', twins: false, seed: seedOf(dice) };
    }
  })();
  return [{ ...step, ...kill, home }];
}

function quiet(home: number, dice: Dice): SyncStep & { home: number } {
  const seed = seedOf(dice);
  return { do: 'sync', acceptMissing: true, push: true, pull: true, seed, faults: [], meanwhile: [], home };
}

/** A sync in which one write goes wrong, the program is killed, or another home decides meanwhile. */
function hurt<S extends SyncStep & { home: number }>(sync: S, homes: number, dice: Dice): S {
  const faults = dice.oneIn(2)
    ? ([{ of: 'write', request: dice.between(1, 2), fault: fault(dice) }] as const)
    : [];
  const meanwhile: Meanwhile[] = dice.oneIn(2)
    ? [
        {
          after: dice.between(1, 30),
          home: dice.between(0, homes - 1),
          step: dice.pick<Meanwhile['step']>([
            { do: 'discard', at: dice.next() },
            { do: 'delete', at: 0 },
            { do: 'bulk-status', at: 0, count: 1 },
            {
              do: 'decide',
              at: dice.next(),
              choice: dice.pick(['mine', 'theirs']),
              again: true,
              seed: seedOf(dice),
            },
          ]),
        },
      ]
    : [];
  const kill = dice.oneIn(4) ? { killAt: dice.between(1, 50) } : {};
  return { ...sync, faults, meanwhile, ...kill };
}

function fault(dice: Dice): SyncStep['faults'][number]['fault'] {
  return dice.pick<SyncStep['faults'][number]['fault']>([
    { kind: 'lost-request' },
    { kind: 'lost-answer' },
    { kind: 'lands-late', afterMs: dice.between(1_000, 150_000) },
    { kind: 'refused', status: 404 },
    { kind: 'throttled', retryAfter: '30' },
    { kind: 'cut-body' },
  ]);
}

function seedOf(dice: Dice): number {
  return Math.floor(dice.next() * 2 ** 32);
}
