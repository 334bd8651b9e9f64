import type { SeverityCount, SeverityKey } from './blocks.ts';
import { severityKeys } from './blocks.ts';
import { asLine } from './values.ts';

const KNOWN: ReadonlyMap<string, SeverityKey> = new Map([
  ['critical', 'critical'],
  ['high', 'high'],
  ['medium', 'medium'],
  ['moderate', 'medium'],
  ['low', 'low'],
  ['info', 'info'],
  ['informational', 'info'],
  ['information', 'info'],
  ['none', 'info'],
]);

const severityLabels: Readonly<Record<SeverityKey, string>> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  info: 'Info',
  unknown: 'Other',
};

const PREFIX: Readonly<Record<SeverityKey, string>> = {
  critical: 'C',
  high: 'H',
  medium: 'M',
  low: 'L',
  info: 'I',
  unknown: 'U',
};

/** The severity of a record and its words for it; what the field does not know is kept under `unknown`. */
export function severityOf(value: unknown): { readonly key: SeverityKey; readonly text: string } {
  const line = asLine(value);
  const key = KNOWN.get(line.toLowerCase()) ?? 'unknown';
  return {
    key,
    text: line === '' ? 'Not rated' : key === 'unknown' ? line.slice(0, 40) : severityLabels[key],
  };
}

/** Gives out `C1`, `C2`, `H1`, …: one counter per severity. */
export function numbering(): (key: SeverityKey) => string {
  const used = new Map<SeverityKey, number>();
  return (key) => {
    const next = (used.get(key) ?? 0) + 1;
    used.set(key, next);
    return `${PREFIX[key]}${next}`;
  };
}

/** How many of each, worst first; `unknown` only where there are any. */
export function countSeverities(keys: readonly SeverityKey[]): SeverityCount[] {
  return severityKeys
    .map((severity) => ({
      severity,
      label: severityLabels[severity],
      count: keys.filter((key) => key === severity).length,
    }))
    .filter(({ severity, count }) => severity !== 'unknown' || count > 0);
}
