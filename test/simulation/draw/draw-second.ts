import type { DeskStep, History, Meanwhile, Step, SyncStep } from '../history.ts';
import type { Dice } from './random.ts';

/**
 * What a user does with many findings at once and then undoes, from separate dice. Half of the histories get some of
 * it, spread over the existing steps.
 */
export function withSecondThoughts(history: History, dice: Dice): History {
  if (dice.oneIn(2)) return history;
  const slow = dice.oneIn(3) ? { slowMs: 11 } : {};
  let steps = history.steps;
  for (let count = dice.between(1, 3); count > 0; count -= 1) steps = spread(steps, episode(dice), dice);
  steps = steps.map((step) => (step.do === 'sync' && dice.oneIn(3) ? withMeanwhile(step, dice) : step));
  return { ...history, ...slow, steps };
}

/** Steps that make sense one after the other; what lies between them is left to chance. */
function episode(dice: Dice): Step[] {
  switch (dice.between(1, 15)) {
    case 1:
    case 2:
      return [edit(dice), bulk(dice, false), ...maybe(dice, sync(dice)), bulkUndo(dice)];
    case 3:
      return [
        { ...bulk(dice, true), action: dice.pick(['severity', 'severity', 'status', 'delete']), at: 0 },
        others(dice, 0),
        others(dice, 0),
        others(dice, 0),
        sync(dice),
        { do: 'bulk-go' },
        sync(dice),
      ];
    case 4:
      return [cut(bulk(dice, false), dice), { do: 'bulk-go' }, bulkUndo(dice)];
    case 5:
      return [
        edit(dice),
        discard(dice),
        ...maybe(dice, others(dice)),
        ...maybe(dice, sync(dice)),
        putBack(dice),
      ];
    case 6:
      return [create(dice), edit(dice, 0.99), discard(dice, 0.99), putBack(dice)];
    case 7:
      return [edit(dice, 0), others(dice, 0), sync(dice), settle(dice), settleUndo(dice), settle(dice)];
    case 8:
      return [
        edit(dice, 0),
        others(dice, 0),
        sync(dice),
        settle(dice),
        ...maybe(dice, others(dice, 0)),
        sync(dice, dice.oneIn(2)),
        settleUndo(dice),
      ];
    case 9:
      return [
        create(dice),
        {
          ...sync(dice),
          faults: [
            { of: 'write', request: 1, fault: { kind: dice.oneIn(2) ? 'lost-request' : 'lost-answer' } },
          ],
        },
        { do: 'others-add', candidate: false, seed: seedOf(dice) },
        others(dice, 0.99),
        { do: 'pass', ms: 181_000 },
        sync(dice),
        ...maybe(dice, edit(dice, 0.99)),
        sync(dice),
        { do: 'adopt', at: dice.next() },
        sync(dice),
      ];
    case 10:
      return [
        { do: 'others-add', candidate: true, seed: seedOf(dice) },
        sync(dice),
        review(dice),
        ...maybe(dice, sync(dice, true)),
        dice.oneIn(2) ? { do: 'review-undo', at: 0 } : review(dice),
      ];
    case 11:
      return [{ do: 'adjust', updateSends: dice.oneIn(3) ? 'changed-fields' : 'all-fields' }, edit(dice)];
    case 12: {
      // Over an edit of their own, which then meets another user's.
      const field = dice.pick(['severity', 'tags', 'title'] as const);
      const action = field === 'title' ? 'replace' : field;
      return [
        { do: 'edit', at: 0, fields: [field], seed: seedOf(dice) },
        { ...bulk(dice, false), action, at: 0, seed: 1 },
        others(dice, 0),
        others(dice, 0),
        others(dice, 0),
        sync(dice),
        ...maybe(dice, settle(dice)),
        { do: 'bulk-undo', at: 0.99 },
      ];
    }
    case 13:
      return [
        create(dice),
        { ...bulk(dice, false), action: 'delete', at: 0.5, count: 8 },
        ...maybe(dice, putBack(dice)),
        { do: 'bulk-undo', at: 0.99 },
        { do: 'put-back', at: 0 },
      ];
    case 14:
      return [
        edit(dice, 0),
        others(dice, 0),
        sync(dice),
        { ...settle(dice), held: true },
        others(dice, 0),
        sync(dice, dice.oneIn(2)),
        { do: 'settle-go' },
        sync(dice),
      ];
    default:
      return dice.oneIn(3) ? [{ do: 'destroy' }, sync(dice)] : [some(dice), some(dice)];
  }
}

function some(dice: Dice): DeskStep {
  return dice.pick<() => DeskStep>([
    () => bulk(dice, dice.oneIn(4)),
    () => bulkUndo(dice),
    () => ({ do: 'bulk-go' }),
    () => discard(dice),
    () => putBack(dice),
    () => settle(dice),
    () => settleUndo(dice),
    () => review(dice),
    () => ({ do: 'review-undo', at: dice.next() }),
  ])();
}

function withMeanwhile(step: SyncStep, dice: Dice): SyncStep {
  const more = Array.from({ length: dice.between(1, 2) }, (): Meanwhile => ({
    after: dice.between(1, 40),
    step: dice.oneIn(8) ? { do: 'adjust', updateSends: 'all-fields' } : some(dice),
  }));
  return { ...step, meanwhile: [...step.meanwhile, ...more] };
}

/** Puts steps among others, in their order. */
export function spread(steps: readonly Step[], more: readonly Step[], dice: Dice): Step[] {
  const places = more.map(() => dice.between(0, steps.length)).sort((one, other) => one - other);
  // Most of what is undone is undone at once.
  const together = dice.oneIn(2) ? places.map(() => places[0] ?? 0) : places;
  const result: Step[] = [];
  let next = 0;
  for (let at = 0; at <= steps.length; at += 1) {
    for (; together[next] === at; next += 1) result.push(...more.slice(next, next + 1));
    result.push(...steps.slice(at, at + 1));
  }
  return result;
}

function maybe(dice: Dice, step: Step): Step[] {
  return dice.oneIn(2) ? [step] : [];
}

function edit(dice: Dice, at = dice.next()): DeskStep {
  const field = dice.pick(['title', 'severity', 'description', 'tags'] as const);
  return { do: 'edit', at, fields: [field], seed: seedOf(dice) };
}

function create(dice: Dice): DeskStep {
  return { do: 'create', twins: false, seed: seedOf(dice) };
}

function bulk(dice: Dice, held: boolean): DeskStep & { do: 'bulk' } {
  return {
    do: 'bulk',
    action: dice.pick(['severity', 'tags', 'replace', 'status', 'delete', 'delete']),
    at: dice.next() / 2,
    count: dice.between(1, 8),
    held,
    seed: seedOf(dice),
  };
}

function cut(step: DeskStep, dice: Dice): Step {
  return dice.oneIn(4)
    ? { ...step, diskFullAt: dice.between(2, 4) }
    : { ...step, killAt: dice.between(1, 8) };
}

function bulkUndo(dice: Dice): DeskStep {
  return { do: 'bulk-undo', at: dice.next() };
}

function discard(dice: Dice, at = dice.next()): DeskStep {
  return { do: 'discard', at, one: dice.oneIn(2) };
}

function putBack(dice: Dice): DeskStep {
  return { do: 'put-back', at: dice.oneIn(2) ? 0 : dice.next() };
}

function settle(dice: Dice): DeskStep & { do: 'settle' } {
  return { do: 'settle', at: dice.next(), choice: dice.pick(['mine', 'theirs']), one: dice.oneIn(2) };
}

function settleUndo(dice: Dice): DeskStep {
  return { do: 'settle-undo', at: dice.next() };
}

function review(dice: Dice): DeskStep {
  return { do: 'review', at: dice.next(), accept: dice.oneIn(2), anew: true };
}

function others(dice: Dice, at = dice.next()): Step {
  return { do: 'others-edit', at, seed: seedOf(dice) };
}

function sync(dice: Dice, pullOnly = false): SyncStep {
  return {
    do: 'sync',
    acceptMissing: false,
    push: !pullOnly,
    pull: true,
    seed: seedOf(dice),
    faults: [],
    meanwhile: [],
  };
}

function seedOf(dice: Dice): number {
  return Math.floor(dice.next() * 2 ** 32);
}
