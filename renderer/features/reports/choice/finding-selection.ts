import type { ReportChoices } from '#contract/procedures/deliverables/deliverable.ts';
import type { SelectedFinding } from '#contract/deliverable/selection.ts';
import type { ChoiceName } from './report-choices.ts';
import { severityKeyOf } from '#domain/finding/labels/severity-names.ts';

/** The choice by hand. */
interface ByHand {
  readonly include: string[];
  readonly exclude: string[];
}

/** A change of the choice of findings, and what of it is the template's own again. */
export interface ChosenChange {
  readonly settings: ReportChoices;
  readonly reset: readonly ChoiceName[];
}

/** Every finding that its state does not keep out. */
export function allChosen(): ChosenChange {
  return { settings: {}, reset: ['query', 'include', 'exclude'] };
}

/** No finding: those to print are ticked one by one afterwards. */
export function noneChosen(findings: readonly Pick<SelectedFinding, 'id' | 'unfit'>[]): ChosenChange {
  const exclude = findings.filter(({ unfit }) => unfit === null).map(({ id }) => id);
  return { settings: { exclude }, reset: ['query', 'include'] };
}

/** What a query finds, and nothing by hand. */
export function queryChosen(query: string): ChosenChange {
  return { settings: { query }, reset: ['include', 'exclude'] };
}

/** The choice by hand after a finding is printed, or is not any more. */
export function toggled(
  { include = [], exclude = [] }: ReportChoices,
  { id, unfit, leftOut }: Pick<SelectedFinding, 'id' | 'unfit' | 'leftOut'>,
  on: boolean,
): ByHand {
  const others: ByHand = {
    include: include.filter((one) => one !== id),
    exclude: exclude.filter((one) => one !== id),
  };
  if (on) {
    // What was only excluded is printed again by itself.
    const named = unfit !== null || (leftOut !== null && leftOut.kind !== 'excluded');
    return named ? { ...others, include: [...others.include, id] } : others;
  }
  return unfit !== null ? others : { ...others, exclude: [...others.exclude, id] };
}

/** Where a finding stands among those of its severity, counted from 1, and how many there are. */
export function placeOf(
  findings: readonly SelectedFinding[],
  { id, severity }: Pick<SelectedFinding, 'id' | 'severity'>,
): { readonly place: number; readonly of: number } {
  const key = severityKeyOf(severity);
  const alike = findings.filter((one) => severityKeyOf(one.severity) === key);
  return { place: alike.findIndex((one) => one.id === id) + 1, of: alike.length };
}
