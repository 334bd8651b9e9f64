import type { GroupField } from '#contract/finding/listing.ts';
import { valueLabel } from '#domain/finding/labels/value-labels.ts';
import { weaknessAt } from '#domain/finding/weaknesses/weaknesses.ts';

/** What lists are grouped by, as the menu names it; null for no groups. */
export const groupChoices: readonly { readonly by: GroupField | null; readonly label: string }[] = [
  { by: null, label: 'No groups' },
  { by: 'severity', label: 'By severity' },
  { by: 'status', label: 'By status' },
  { by: 'asset', label: 'By asset' },
  { by: 'title', label: 'By title' },
  { by: 'rule', label: 'By rule' },
  { by: 'cwe', label: 'By CWE' },
];

const without: Record<GroupField, string> = {
  severity: 'No severity',
  status: 'No status',
  asset: 'No asset',
  title: 'Untitled',
  rule: 'Untitled',
  cwe: 'No CWE',
};

/** What stands above the rows of a group. @param name as a finding writes it */
export function groupLabel(by: GroupField | null, name: string): string {
  if (by === null) return '';
  if (name.trim() === '') return without[by];
  if (by === 'cwe') return weaknessLabel(name);
  return by === 'severity' || by === 'status' ? valueLabel(name) : name;
}

function weaknessLabel(address: string): string {
  const known = weaknessAt(address);
  return known === undefined ? address : `${known.key}: ${known.name}`;
}
