import { z } from 'zod';
import { ReportOptions, ReportProgress, ReportResult } from '#contract/deliverable/report.ts';
import { OrderedImage, ReportHead, reportFailureCodes } from './protocol.ts';

/**
 * What is to be shown from now on: everything of a snapshot but its findings, and which findings in which order. Behind it,
 * each of as many bytes as `changed` says, those that the process has not or that changed; then the images that it has
 * not. Of images it keeps those that `kept` names.
 */
export const SetOrder = z.object({
  kind: z.literal('set'),
  turn: z.int(),
  head: ReportHead,
  options: ReportOptions,
  findings: z.array(z.string()),
  changed: z.array(z.number().int().nonnegative()),
  kept: z.array(z.string()),
  images: z.array(OrderedImage),
});
export type SetOrder = z.infer<typeof SetOrder>;

/** An order to the process that shows pages. `ask` comes back with the answer. */
export const PreviewOrder = z.discriminatedUnion('kind', [
  SetOrder,
  z.object({ kind: z.literal('page'), ask: z.int(), page: z.int().min(1) }),
  z.object({
    kind: z.literal('write'),
    ask: z.int(),
    /** The new file. */
    path: z.string(),
    password: z.string().optional(),
  }),
]);
export type PreviewOrder = z.infer<typeof PreviewOrder>;

/** How far the pages of a turn are laid out; `done` of `total` blocks. */
export const PagesState = z.object({
  turn: z.int(),
  pages: z.int(),
  done: z.int(),
  total: z.int(),
  complete: z.boolean(),
});
export type PagesState = z.infer<typeof PagesState>;

/** One line that the process prints. */
export const PreviewMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pages'), state: PagesState }),
  z.object({
    kind: z.literal('page'),
    ask: z.int(),
    state: PagesState,
    page: z.int(),
    /** The page as a PDF of its own, base64. */
    content: z.string(),
  }),
  z.object({ kind: z.literal('progress'), ask: z.int(), progress: ReportProgress }),
  z.object({ kind: z.literal('done'), ask: z.int(), result: ReportResult }),
  z.object({
    kind: z.literal('failed'),
    ask: z.int(),
    code: z.enum(reportFailureCodes),
    message: z.string(),
  }),
]);
export type PreviewMessage = z.infer<typeof PreviewMessage>;
