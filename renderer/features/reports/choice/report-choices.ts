import type { ReportChoices } from '#contract/procedures/deliverables/deliverable.ts';

/** The name of something that is chosen. */
export type ChoiceName = keyof ReportChoices;

/** What makes other choices of these: values to keep, and names that are the template's own again. */
export interface ChoiceChange {
  readonly settings: ReportChoices;
  readonly reset: ChoiceName[];
}

/** How one comes from some choices to others. */
export function changeBetween(from: ReportChoices, to: ReportChoices): ChoiceChange {
  const gone = namesOf(from).filter((name) => to[name] === undefined);
  const settings = Object.fromEntries(
    Object.entries(to).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(valueOf(from, name)),
    ),
  );
  return { settings, reset: gone };
}

/** The names of what is chosen. */
export function namesOf(choices: ReportChoices): ChoiceName[] {
  return (Object.keys(choices) as ChoiceName[]).filter((name) => choices[name] !== undefined);
}

function valueOf(choices: ReportChoices, name: string): unknown {
  return Object.entries(choices).find(([known]) => known === name)?.[1];
}

/** Some of the choices, by their names. */
export function onlyNamed(choices: ReportChoices, names: readonly ChoiceName[]): ReportChoices {
  return Object.fromEntries(names.map((name) => [name, choices[name]]));
}

/** Choices that follow each other within this time and are of one member (a title that is typed) are one step. */
const oneStepMs = 3_000;

/** One step that can be undone: what was chosen, as it was before and as it left it. */
export interface ChoiceStep {
  readonly names: readonly ChoiceName[];
  readonly before: ReportChoices;
  readonly after: ReportChoices;
  readonly atMs: number;
}

/** The steps after one more: typing on in one member is no step of its own. */
export function stepsAfter(steps: readonly ChoiceStep[], step: ChoiceStep): readonly ChoiceStep[] {
  const last = steps.at(-1);
  const same =
    last !== undefined &&
    [...last.names, ...step.names].every((name) => name === 'title') &&
    last.after.title === step.before.title &&
    step.atMs - last.atMs <= oneStepMs;
  return same ? [...steps.slice(0, -1), { ...step, before: last.before }] : [...steps, step].slice(-200);
}

/**
 * What of a step can be undone, or made again, over what is chosen now; null if nothing can. A choice that is not as
 * the step left it was made elsewhere since: it stays.
 */
export function standingStep(
  { names, before, after, atMs }: ChoiceStep,
  which: 'undo' | 'redo',
  now: ReportChoices,
): ChoiceStep | null {
  const left = which === 'undo' ? after : before;
  const standing = names.filter((name) => JSON.stringify(now[name]) === JSON.stringify(left[name]));
  if (standing.length === 0) return null;
  return { names: standing, before: onlyNamed(before, standing), after: onlyNamed(after, standing), atMs };
}
