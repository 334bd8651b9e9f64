import type { ReportGrouping } from '#contract/deliverable/choices.ts';
import type { SeverityKey } from '../finding/labels/severity-names.ts';
import { highestNumbers, numbersFor } from './finding-numbers.ts';

/** A number under which a finding went out. */
export interface KnownNumber {
  readonly finding: number;
  /** The severity that it counts in. */
  readonly severity: SeverityKey;
  readonly number: number;
  /** How equal findings were printed as one; null: each by itself. */
  readonly grouping: ReportGrouping | null;
}

/** What is printed as one: equal findings, or a finding by itself. */
export interface NumberedGroup {
  /** The worst severity among its findings. */
  readonly severity: SeverityKey;
  readonly members: readonly number[];
}

/**
 * The numbers of groups in one report, in the order given. A group keeps the lowest number under which one of its findings
 * went out in the same grouping; else it takes over one from another grouping that no finding of this one has. New ones
 * follow the highest that is known, so none is given twice.
 */
export function groupNumbers(
  groups: readonly NumberedGroup[],
  known: readonly KnownNumber[],
  grouping: ReportGrouping | null,
): number[] {
  const own = known.filter((one) => one.grouping === grouping);
  const others = known.filter((one) => one.grouping !== grouping);
  const taken = new Set<string>();
  const claims = (of: readonly KnownNumber[]) => {
    const byFinding = Map.groupBy(of, ({ finding }) => finding);
    return ({ severity, members }: NumberedGroup): number | undefined => {
      const numbers = members
        .flatMap((finding) => byFinding.get(finding) ?? [])
        .flatMap((one) => (one.severity === severity && !taken.has(nameOf(one)) ? [one.number] : []));
      if (numbers.length === 0) return undefined;
      const number = numbers.reduce((lowest, one) => Math.min(lowest, one));
      taken.add(nameOf({ severity, number }));
      return number;
    };
  };
  const kept = groups.map(claims(own));
  for (const one of own) taken.add(nameOf(one));
  const claim = claims(others);
  return numbersFor(
    groups.map((group, at) => ({ severity: group.severity, number: kept[at] ?? claim(group) })),
    highestNumbers(known),
  );
}

function nameOf({ severity, number }: Pick<KnownNumber, 'severity' | 'number'>): string {
  return `${severity} ${String(number)}`;
}
