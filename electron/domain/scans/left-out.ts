import type { ScanItem } from '#contract/scans/item.ts';
import type { ScanLeftOutReason } from '#contract/scans/matching.ts';
import type { ServiceProfile } from '#contract/profile.ts';
import { severityRank } from '../finding/record.ts';
import { severityKeyOf } from '../finding/labels/severity-names.ts';

/** What is left out by itself. */
export interface LeaveOutRules {
  readonly informational: boolean;
  readonly falsePositive: boolean;
  readonly suppressed: boolean;
  readonly closed: boolean;
}

/** What was left out, with how many items. */
export interface LeftOutItems {
  readonly key: string;
  readonly title: string;
  readonly reason: ScanLeftOutReason;
  readonly items: number;
}

/** Why a rule leaves an item out, whatever its severity is; null if none does. */
export function reasonToLeaveOut(item: ScanItem, rules: LeaveOutRules): ScanLeftOutReason | null {
  if (rules.falsePositive && item.falsePositive) return 'false-positive';
  if (rules.suppressed && item.suppressed !== null) return 'suppressed';
  if (rules.closed && item.closed) return 'closed';
  if (rules.informational && item.informational) return 'informational';
  return null;
}

/**
 * Why the severity of a group leaves it out; null if it does not. One that no name stands for is kept: it may be the worst.
 * @param severity a name of the profile; null if the tool gives none that it knows
 * @param authored a person wrote it, so that it may be informational
 */
export function severityLeavesOut(
  severity: string | null,
  rules: Pick<LeaveOutRules, 'informational'> & { readonly minSeverity: string | null },
  profile: ServiceProfile,
  authored = false,
): ScanLeftOutReason | null {
  if (severity === null || severityRank(severity, profile) >= profile.severities.length) return null;
  if (rules.informational && !authored && severityKeyOf(severity) === 'info') return 'informational';
  if (rules.minSeverity === null) return null;
  return severityRank(severity, profile) > severityRank(rules.minSeverity, profile) ? 'below' : null;
}
