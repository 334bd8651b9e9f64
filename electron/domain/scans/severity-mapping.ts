import type { ServiceProfile } from '#contract/profile.ts';
import type { SeverityKey } from '#contract/value-lists.ts';
import { severityKeyOf } from '../finding/labels/severity-names.ts';
import { severityRank } from '../finding/record.ts';
import type { ScanGroup } from './groups.ts';

/** Which severity of the service a severity of a tool becomes, if it is not the one of the same name. */
export type SeverityMapping = Readonly<Record<string, Readonly<Partial<Record<SeverityKey, string>>>>>;

/** The severity of the service that a tool's becomes; null if no name stands for it. */
export function mappedSeverity(
  tool: string,
  severity: SeverityKey,
  mapping: SeverityMapping,
  profile: ServiceProfile,
): string | null {
  const chosen = Object.hasOwn(mapping, tool) ? mapping[tool]?.[severity] : undefined;
  if (chosen !== undefined) return chosen;
  if (severity === 'unknown') return null;
  return profile.severities.find((name) => severityKeyOf(name) === severity) ?? severity;
}

/** The worst severity that a group has behind the mapping; null if no name stands for any. */
export function groupSeverity(
  { rules, severities }: Pick<ScanGroup, 'rules' | 'severities'>,
  mapping: SeverityMapping,
  profile: ServiceProfile,
): string | null {
  const mapped = rules.flatMap(({ tool }) =>
    severities.flatMap((severity) => mappedSeverity(tool, severity, mapping, profile) ?? []),
  );
  const [worst = null] = mapped.sort(
    (one, other) => severityRank(one, profile) - severityRank(other, profile) || (one < other ? -1 : 1),
  );
  return worst;
}
