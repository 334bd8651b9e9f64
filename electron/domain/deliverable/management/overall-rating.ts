import type { RatingRule } from '#contract/deliverable/theme.ts';
import { severityKeys, type SeverityKey } from '../../finding/labels/severity-names.ts';

/** What the usual rule calls its ratings: one for each severity, and one if no finding is left. */
export type RatingNames = Readonly<Record<SeverityKey | 'none', string>>;

/** The usual rule: the rating is the worst severity that a finding has. @param shown the severities that it speaks of */
export function usualRatingRules(
  names: RatingNames,
  shown: readonly { readonly severity: SeverityKey }[],
): readonly RatingRule[] {
  return [
    ...shown.map(({ severity }): RatingRule => ({ name: names[severity], atLeast: { [severity]: 1 } })),
    { name: names.none, atLeast: {} },
  ];
}

/** The overall rating of findings with the line of the rule that gave it. */
export interface OverallRating {
  readonly name: string;
  /** The place of that line in the rule. */
  readonly at: number;
  /** The worst severity that the line asks for; null if it asks for none. */
  readonly severity: SeverityKey | null;
}

/** The first line of the rule that holds for findings of these severities; null if none does. */
export function overallRating(
  severities: readonly SeverityKey[],
  rules: readonly RatingRule[],
): OverallRating | null {
  const counts = new Map(severityKeys.map((key) => [key, severities.filter((one) => one === key).length]));
  const at = rules.findIndex(({ atLeast }) =>
    severityKeys.every((key) => (counts.get(key) ?? 0) >= (atLeast[key] ?? 0)),
  );
  const rule = rules[at];
  if (rule === undefined) return null;
  const severity = severityKeys.find((key) => rule.atLeast[key] !== undefined) ?? null;
  return { name: rule.name, at, severity };
}
