import { ReportSnapshot } from '#contract/deliverable/report.ts';
import type { PackedReport } from '#report/process/packed-report.ts';
import { serializeFinding } from '#features/reports/editions/snapshot-serializer.ts';

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

/** The same as it goes to a process. */
export function packedOf({ findings, ...head }: ReportSnapshot): PackedReport {
  return { head, findings: findings.map(serializeFinding), images: new Map() };
}
