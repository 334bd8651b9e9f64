import { severityKeys, type SeverityKey } from '#contract/value-lists.ts';

export { severityKeys, type SeverityKey };

const known: ReadonlyMap<string, SeverityKey> = new Map([
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

/** The severity that a written one counts as; one that the field does not know is `unknown`. */
export function severityKeyOf(written: string): SeverityKey {
  return known.get(written.replace(/\s+/gu, ' ').trim().toLowerCase()) ?? 'unknown';
}

/** A severity that the field knows. */
export type SeverityName = Exclude<SeverityKey, 'unknown'>;

/** Every name that counts as a severity that the field knows. */
export const severityAliases: readonly string[] = [...known.keys()];

/** As `severityKeyOf`, but null for what the field does not know. Query, list, counts, check and report fold alike. */
export function foldSeverity(written: string): SeverityName | null {
  const key = severityKeyOf(written);
  return key === 'unknown' ? null : key;
}
