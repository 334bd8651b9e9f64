import type { FindingRow } from '#contract/finding/finding.ts';
import { defaultProfile } from '#contract/profile.ts';
import type { ScanItem } from '#contract/scans/item.ts';
import { findingBody } from '#domain/scans/finding-body.ts';
import { ScanGroups, type ScanGroup } from '#domain/scans/groups.ts';
import type { KnownFinding } from '#domain/scans/match.ts';
import type { LeaveOutRules } from '#domain/scans/left-out.ts';
import { itemOf } from '#scans/formats/item.ts';

/** Everything that a rule can leave out is left out. */
export const usualRules: LeaveOutRules = {
  informational: true,
  falsePositive: true,
  suppressed: true,
  closed: true,
};

export function item(given: Partial<ScanItem> = {}): ScanItem {
  return itemOf({ tool: 'nessus', rule: '1', title: 'Old TLS', severity: 'medium', line: 1, ...given });
}

export function groupsOf(items: readonly ScanItem[], rules = usualRules): ScanGroup[] {
  const groups = new ScanGroups(rules);
  for (const one of items) groups.add(one, 0);
  return groups.groups();
}

/** A group as the finding that its import makes. */
export function importedFrom(group: ScanGroup, row: number): KnownFinding {
  const body = findingBody(group, {}, defaultProfile);
  return {
    finding: row as FindingRow,
    id: `local-${String(row)}`,
    title: body['title'] as string,
    assets: body['asset'] as string[],
    cwe: group.cwe.slice(0, 1).map(String),
    tags: body['tags'] as string[],
    origins: group.rules,
    closed: false,
  };
}
