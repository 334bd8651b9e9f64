import type { ReportSnapshot } from '#contract/deliverable/report.ts';

/** What a report is made from, but for its findings. */
export type ReportHead = Omit<ReportSnapshot, 'findings'>;

/** A finding on its way to a process that prints it. */
export interface PackedFinding {
  readonly id: string;
  /** The JSON of a `ReportFinding`, as UTF-8. */
  readonly json: Uint8Array;
  /** A hash of it. */
  readonly print: string;
}

/**
 * What a report is made from, on its way to the process that makes it. Findings are packed one by one: all at once
 * would block other work, and their text may exceed the longest string.
 */
export interface PackedReport {
  readonly head: ReportHead;
  readonly findings: readonly PackedFinding[];
  /** The bytes of the images that head and findings name, by their hash. */
  readonly images: ReadonlyMap<string, Uint8Array>;
}
