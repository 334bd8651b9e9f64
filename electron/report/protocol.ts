import { z } from 'zod';
import { ReportProgress, ReportResult } from '#contract/report.ts';

const reportFailureCodes = ['bad-input', 'out-of-memory', 'child-failed', 'cannot-write'] as const;
/** Why there is no report. */
export type ReportFailureCode = (typeof reportFailureCodes)[number];

/** One line that the child prints: how far it is, then once how it ended. */
export const ChildMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: ReportProgress }),
  z.object({ kind: z.literal('done'), result: ReportResult }),
  z.object({ kind: z.literal('failed'), code: z.enum(reportFailureCodes), message: z.string() }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
