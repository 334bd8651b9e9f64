import type { Verdict } from '#contract/value-lists.ts';
import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import { verdictLooks } from '#renderer/session/values/verdict-looks.ts';

/** What stands over the parts of the overview. */
export const partTitles = {
  severities: 'Severity',
  statuses: 'Status',
  assets: 'Assets',
  todo: 'To do',
  report: 'Report',
  retest: 'Retest',
  uncovered: 'In scope without a finding',
} as const;

/** What the service tells of the project beside its findings. */
export const areaStrings = {
  metrics: 'Metrics on the service',
  assets: 'Assets on the service',
  none: 'None.',
  /** More names are no overview. */
  maxAssets: 50,
  more: (count: number): string => `The first 50 of ${String(count)}.`,
  failed: (reason: string): string => `Assets and metrics were not read. ${reason}`,
} as const;

/** What is to be done, by the number of the overview that counts it. */
export const todoLabels = {
  candidates: 'Candidates to review',
  pending: 'Pending',
  held: 'Held back',
  conflicts: 'Conflicts',
  refused: 'Refused',
  unconfirmed: 'Not confirmed',
} as const;

/** A value of a finding as words. */
export function labelOf(name: string, none: string): string {
  return name === '' ? none : valueLabel(name);
}

/** A verdict, or that there is none. */
export function verdictLabel(verdict: Verdict | 'none'): string {
  return verdict === 'none' ? 'No verdict' : verdictLooks[verdict].label;
}
