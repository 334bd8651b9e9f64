import type { ScanItem } from '#contract/scans/item.ts';

const empty = {
  severity: 'unknown',
  asset: '',
  port: null,
  path: null,
  component: null,
  description: '',
  observation: '',
  demonstration: '',
  remediation: '',
  impact: '',
  references: [],
  cve: [],
  cwe: [],
  cvss: [],
  requests: [],
  evidence: [],
  confidence: '',
  tags: [],
  authored: false,
  falsePositive: false,
  suppressed: null,
  closed: false,
  informational: false,
} as const satisfies Omit<ScanItem, 'tool' | 'rule' | 'title' | 'line'>;

/** An item of which a tool says only these members. */
export function itemOf(
  said: Pick<ScanItem, 'tool' | 'rule' | 'title' | 'line'> & Partial<ScanItem>,
): ScanItem {
  return { ...empty, ...said };
}
