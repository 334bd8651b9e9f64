import { z } from 'zod';
import { ReportOptions, ReportProgress, ReportResult, ReportSnapshot } from '#contract/deliverable/report.ts';

export const reportFailureCodes = [
  'bad-input',
  'out-of-memory',
  'too-long',
  'child-failed',
  'cannot-write',
] as const;
/** Why there is no report. */
export type ReportFailureCode = (typeof reportFailureCodes)[number];

/** An image whose bytes follow an order, in the order of their list. */
export const OrderedImage = z.object({ sha256: z.string(), bytes: z.number().int().nonnegative() });

/** A snapshot without its findings. */
export const ReportHead = ReportSnapshot.omit({ findings: true });

/** What is to be made. Behind it follow the findings, each of as many bytes as `findings` says, then the images. */
export const ReportOrder = z.object({
  head: ReportHead,
  options: ReportOptions,
  /** The new file. */
  path: z.string(),
  password: z.string().optional(),
  findings: z.array(z.number().int().nonnegative()),
  images: z.array(OrderedImage),
});
export type ReportOrder = z.infer<typeof ReportOrder>;

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
    return shape.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
