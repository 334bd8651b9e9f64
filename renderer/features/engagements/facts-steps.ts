import type { EngagementFacts, FactName } from '#contract/engagement.ts';

/** What a fact may hold. */
export type FactValue = EngagementFacts[FactName];

/** One thing that was typed: a fact before and after. */
interface FactStep {
  readonly fact: FactName;
  readonly before: FactValue;
  readonly after: FactValue;
  readonly atMs: number;
}

/** What can be undone, the last one at the end; and what was undone. */
export interface FactSteps {
  readonly done: readonly FactStep[];
  readonly undone: readonly FactStep[];
}

export const noSteps: FactSteps = { done: [], undone: [] };

/** Changes of the same fact within this time are one step; a line more or less is a step of its own. */
const sameStepMs = 5_000;
/** So many steps can be undone. */
const maxSteps = 200;

/** The steps after a fact was typed. */
export function withTyped({ done }: FactSteps, step: FactStep): FactSteps {
  const last = done.at(-1);
  const goesOn =
    last?.fact === step.fact &&
    isSameFact(step.before, last.after) &&
    step.atMs - last.atMs < sameStepMs &&
    linesOf(step.after) === linesOf(last.before);
  const all = goesOn ? [...done.slice(0, -1), { ...step, before: last.before }] : [...done, step];
  return { done: all.slice(-maxSteps), undone: [] };
}

/** What undo or redo does: the value that its fact gets, or null where it was changed elsewhere since. */
export interface FactChange {
  readonly fact: FactName;
  readonly value: FactValue | null;
  readonly steps: FactSteps;
}

/**
 * Undoes the last step, or makes it again; null if there is none. A fact that was changed elsewhere since stays, and
 * its steps are forgotten: none of them begins at what stands there now.
 */
export function stepped(
  { done, undone }: FactSteps,
  which: 'undo' | 'redo',
  shown: (fact: FactName) => FactValue | undefined,
): FactChange | null {
  const step = (which === 'undo' ? done : undone).at(-1);
  if (step === undefined) return null;
  const { fact, before, after } = step;
  if (!isSameFact(shown(fact), which === 'undo' ? after : before)) {
    const others = (steps: readonly FactStep[]): readonly FactStep[] =>
      steps.filter((one) => one.fact !== fact);
    return { fact, value: null, steps: { done: others(done), undone: others(undone) } };
  }
  // A moment long ago: what is typed next is a step of its own.
  const taken = { ...step, atMs: 0 };
  return which === 'undo'
    ? { fact, value: before, steps: { done: done.slice(0, -1), undone: [...undone, taken] } }
    : { fact, value: after, steps: { done: [...done, taken], undone: undone.slice(0, -1) } };
}

/** How many lines a list has; a text has none. */
function linesOf(value: FactValue): number {
  return typeof value === 'string' ? 0 : value.length;
}

export function isSameFact(one: FactValue | undefined, other: FactValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
