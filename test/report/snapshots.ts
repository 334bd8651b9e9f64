import { ReportSnapshot } from '#contract/report.ts';

/** What a report is made from, with records as they may come and nothing said about the engagement. */
export function snapshotOf(records: readonly Record<string, unknown>[]): ReportSnapshot {
  return ReportSnapshot.parse({
    project: 'portal',
    name: 'Customer portal',
    client: 'Acme Industries',
    generatedAt: '2026-03-04T10:00:00.000Z',
    author: 'A. Consultant',
    findings: records.map((record, index) => ({ id: `f${index}`, record })),
  });
}
