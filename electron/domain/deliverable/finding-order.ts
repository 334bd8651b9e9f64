import { fold } from '../text/words/fold.ts';
import { severityKeyOf, severityKeys } from '../finding/labels/severity-names.ts';

/** What a report puts findings in order by. */
export interface Orderable {
  /** As it is written. */
  readonly severity: string;
  readonly score: number | null;
  readonly title: string;
  /** Where the user put it within its severity; null if nowhere. */
  readonly place: number | null;
}

/**
 * Findings as a report prints them: worst severity first, within a severity those that the user put in order, then by
 * score, highest first, then by title. Unknown severities stand last, each by its name; runs of blanks count as one.
 */
export function inReportOrder<T extends Orderable>(findings: readonly T[]): T[] {
  const keyed = findings.map((finding) => {
    const key = severityKeyOf(finding.severity);
    return {
      finding,
      rank: severityKeys.indexOf(key),
      name: key === 'unknown' ? keyOf(finding.severity) : '',
      place: finding.place ?? Infinity,
      score: finding.score ?? -1,
      title: keyOf(finding.title),
    };
  });
  keyed.sort(
    (a, b) =>
      a.rank - b.rank ||
      compare(a.place, b.place) ||
      compare(a.name, b.name) ||
      b.score - a.score ||
      compare(a.title, b.title),
  );
  return keyed.map(({ finding }) => finding);
}

function keyOf(text: string): string {
  return fold(text).replace(/\s+/gu, ' ').trim();
}

function compare<T extends string | number>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
