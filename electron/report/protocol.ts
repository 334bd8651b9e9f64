import { z } from 'zod';
import { ReportProgress, ReportResult } from '#contract/report.ts';

export const reportFailureCodes = ['bad-input', 'out-of-memory', 'child-failed', 'cannot-write'] as const;
/** Why there is no report. */
export type ReportFailureCode = (typeof reportFailureCodes)[number];

/** An image whose bytes follow the order on the child's standard input, in the order of their list. */
export const OrderedImage = z.object({ sha256: z.string(), bytes: z.number().int().nonnegative() });
export type OrderedImage = z.infer<typeof OrderedImage>;

/** One line that the child prints: how far it is, then once how it ended. */
export const ChildMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), progress: ReportProgress }),
  z.object({ kind: z.literal('done'), result: ReportResult }),
  z.object({ kind: z.literal('failed'), code: z.enum(reportFailureCodes), message: z.string() }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;

/** A line that a process printed as the message that it is; undefined for what anything else in the process printed. */
export function readLine<T>(shape: z.ZodType<T>, line: string): T | undefined {
  try {
    const parsed = shape.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
