import type { EngagementOverview } from '#contract/engagement-overview.ts';

/**
 * A newer overview in the rows of one that is shown: each keeps its place and gets its new number, and none is added. For
 * as long as the pointer is on a number, so that nothing moves under it.
 */
export function inRowsOf(shown: EngagementOverview, newer: EngagementOverview): EngagementOverview {
  return {
    ...newer,
    severities: keepRows(shown.severities, newer.severities),
    statuses: keepRows(shown.statuses, newer.statuses),
    // One that is not among the worst any more has the findings that it had.
    worst: keepRows(shown.worst, newer.worst, (asset) => asset),
    retest: newer.retest.filter(({ round }) => shown.retest.some((known) => known.round === round)),
    uncovered: shown.uncovered,
    missing: shown.missing,
  };
}

interface Row {
  readonly query: string;
  readonly findings: number;
}

/** @param absent what becomes of a row that is not among the newer ones */
function keepRows<R extends Row>(
  shown: readonly R[],
  newer: readonly R[],
  absent: (row: R) => R = (row) => ({ ...row, findings: 0 }),
): readonly R[] {
  const found = new Map(newer.map((row) => [row.query, row]));
  return shown.map((row) => found.get(row.query) ?? absent(row));
}
