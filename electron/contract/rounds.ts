import { z } from 'zod';

/*
 * Retests: an engagement has rounds, and each round a verdict on the findings that were looked at again. They exist here
 * only; the service learns of a retest through the status alone.
 */

/** What a retest found. */
export const verdicts = ['fixed', 'partly', 'open', 'not-retested'] as const;
export type Verdict = (typeof verdicts)[number];

/** A round as a report prints it. `number` counts from 1 within the engagement. */
export const ReportRound = z.object({
  number: z.int().min(1),
  name: z.string(),
  /** First and last day; empty where not said. */
  begins: z.string(),
  ends: z.string(),
  note: z.string(),
});
export type ReportRound = z.infer<typeof ReportRound>;
