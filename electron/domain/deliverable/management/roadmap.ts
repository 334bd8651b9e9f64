import type { RoadmapEntry } from '#contract/engagement.ts';
import type { Effort } from '#contract/value-lists.ts';
import type { SeverityKey } from '../../finding/labels/severity-names.ts';
import { fold } from '../../text/words/fold.ts';

/** A finding as the roadmap reads it; `measure` is the first sentence of its remediation, or empty. */
export interface MeasuredFinding {
  readonly id: string;
  readonly severity: SeverityKey;
  readonly measure: string;
}

/** A measure with the findings that it fixes. */
export interface RoadmapRow<Finding extends MeasuredFinding> {
  /** Empty if nobody wrote one. */
  readonly measure: string;
  /** Worst first. */
  readonly findings: readonly Finding[];
  /** The most that was given for one of its findings; null if none was. */
  readonly effort: Effort | null;
  /** The worst severity of its findings. */
  readonly priority: SeverityKey;
  /** When it is due, as written by hand for the worst of its findings; null: as the rule says. */
  readonly when: string | null;
}

const byWork: readonly Effort[] = ['high', 'medium', 'low'];

/**
 * The measures against findings, in the order of the findings. Those with an equal measure are one row, with the effort and
 * the date that were given by hand; a finding without a measure has its own.
 *
 * @param findings worst first
 */
export function roadmapRows<Finding extends MeasuredFinding>(
  findings: readonly Finding[],
  given: readonly RoadmapEntry[],
): RoadmapRow<Finding>[] {
  const entries = new Map(given.map((entry) => [entry.finding, entry]));
  const rows = new Map<string, { measure: string; first: Finding; findings: Finding[] }>();
  for (const finding of findings) {
    const measure = entries.get(finding.id)?.measure.trim() || finding.measure;
    const key = measure === '' ? `finding ${finding.id}` : `measure ${sameWords(measure)}`;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { measure, first: finding, findings: [finding] });
    else row.findings.push(finding);
  }
  return Array.from(rows.values(), ({ measure, first, findings: fixed }) => {
    const said = fixed.flatMap(({ id }) => entries.get(id) ?? []);
    return {
      measure,
      findings: fixed,
      effort: byWork.find((effort) => said.some((entry) => entry.effort === effort)) ?? null,
      priority: first.severity,
      when: said.map(({ when }) => when.trim()).find((when) => when !== '') ?? null,
    };
  });
}

function sameWords(measure: string): string {
  return fold(measure).replace(/\s+/gu, ' ').replace(/[.!]$/u, '').trim();
}
