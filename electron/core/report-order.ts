import { fold } from './query/fold.ts';
import { severityKeyOf, severityKeys } from './severity-names.ts';

/** What a report puts findings in order by. */
export interface Orderable {
  /** As it is written. */
  readonly severity: string;
  readonly score: number | null;
  readonly title: string;
}

/**
 * Findings as a report prints them: worst severity first, within a severity by score, highest first, then by title. Runs of
 * blanks in titles count as one; severities that the field does not know stand last, each by its name.
 */
export function inReportOrder<T extends Orderable>(findings: readonly T[]): T[] {
  const keyed = findings.map((finding) => {
    const key = severityKeyOf(finding.severity);
    return {
      finding,
      rank: severityKeys.indexOf(key),
      name: key === 'unknown' ? keyOf(finding.severity) : '',
      score: finding.score ?? -1,
      title: keyOf(finding.title),
    };
  });
  keyed.sort(
    (a, b) => a.rank - b.rank || compare(a.name, b.name) || b.score - a.score || compare(a.title, b.title),
  );
  return keyed.map(({ finding }) => finding);
}

function keyOf(text: string): string {
  return fold(text).replace(/\s+/gu, ' ').trim();
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
