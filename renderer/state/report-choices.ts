import type { ReportChoices } from '#contract/deliverable.ts';

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

function namesOf(choices: ReportChoices): ChoiceName[] {
  return (Object.keys(choices) as ChoiceName[]).filter((name) => choices[name] !== undefined);
}

function valueOf(choices: ReportChoices, name: string): unknown {
  return Object.entries(choices).find(([known]) => known === name)?.[1];
}

/** Choices that follow each other within this time and are of one member (a title that is typed) are one step. */
const oneStepMs = 3_000;

/** One step that can be taken back: how it was before. */
export interface ChoiceStep {
  readonly before: ReportChoices;
  readonly names: string;
  readonly atMs: number;
}

/** The steps after one more: typing on in one member is no step of its own. */
export function stepsAfter(steps: readonly ChoiceStep[], step: ChoiceStep): readonly ChoiceStep[] {
  const last = steps.at(-1);
  const same = last?.names === step.names && step.names === 'title' && step.atMs - last.atMs <= oneStepMs;
  return same ? [...steps.slice(0, -1), { ...last, atMs: step.atMs }] : [...steps, step].slice(-200);
}
