import { z } from 'zod';
import { EngagementFacts, noFacts } from '../engagement.ts';
import type { JsonObject } from '../json.ts';
import { reportFormats } from './choices.ts';
import { embeddingOptions, redactionOptions } from './masks.ts';
import { ReportRound, verdicts } from './rounds.ts';
import { selectionOptions } from './selection.ts';
import { csvOptions, ReportComparison, templateOptions } from './template.ts';
import { ReportTheme } from './theme.ts';
import { imageTypes } from '../finding/evidence.ts';

/** A record as it came through JSON. Not z.record: it drops a member named __proto__ without a word. */
const record = z.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'expected an object',
);

/** An image of a finding as it is printed; its bytes travel beside the snapshot, by their hash. */
export const ReportImage = z.object({
  evidence: z.string(),
  /** What texts of its finding call it by; older editions have it only if one of them places an image. */
  name: z.string().optional(),
  caption: z.string(),
  type: z.enum(imageTypes),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  sha256: z.string(),
  addedAt: z.string(),
});
export type ReportImage = z.infer<typeof ReportImage>;

/** What a round of retests found out about a finding; `text` is Markdown, `round` the number of the round. */
export const ReportVerdict = z.object({
  round: z.int().min(1),
  verdict: z.enum(verdicts),
  at: z.string(),
  who: z.string(),
  text: z.string(),
  evidence: z.array(ReportImage).default([]),
});
export type ReportVerdict = z.infer<typeof ReportVerdict>;

/** A comment of a colleague, as an internal report prints it. */
export const ReportComment = z.object({
  author: z.string(),
  at: z.string(),
  /** Null: on the whole finding. */
  field: z.string().nullable(),
  /** The words that it is about; null if it is about none, or they may not be kept. */
  quote: z.string().nullable(),
  text: z.string(),
});
export type ReportComment = z.infer<typeof ReportComment>;

/** A finding as a report is made from it; `record` is the effective record, whatever it holds. */
export const ReportFinding = z.object({
  id: z.string(),
  record,
  /** The 2 of H2. Older editions have none: they counted anew each time. */
  number: z.int().min(1).optional(),
  evidence: z.array(ReportImage).default([]),
  /** In the order of the rounds. */
  verdicts: z.array(ReportVerdict).default([]),
  /** Whether its status is one of the closed ones of the profile; absent if not, and in older editions. */
  closed: z.boolean().optional(),
  /** A candidate that nobody has accepted, and who may see it; absent for a finding. */
  candidate: z.enum(['public', 'private']).optional(),
  /** Open ones, the oldest first; absent unless the report was asked to print them. */
  comments: z.array(ReportComment).optional(),
});
export type ReportFinding = z.infer<typeof ReportFinding>;

/** Equal findings that are printed as one. */
export const ReportGroup = z.object({
  /** The worst severity among them, which its number counts in. */
  severity: z.string(),
  number: z.int().min(1),
  title: z.string(),
  /** Identifiers of findings of the snapshot, in its order; two at least. */
  members: z.array(z.string()),
});
export type ReportGroup = z.infer<typeof ReportGroup>;

/** What a report is made from: one engagement, frozen. Editions keep it: a member that is added needs a default. */
export const ReportSnapshot = z.object({
  project: z.string(),
  name: z.string(),
  client: z.string(),
  generatedAt: z.iso.datetime({ offset: true }),
  /** The day of that moment where it was made, which is the one that is printed; older editions do not say it. */
  localDay: z.iso.date().optional(),
  author: z.string().optional(),
  version: z.string().optional(),
  facts: EngagementFacts.default(noFacts),
  rounds: z.array(ReportRound).default([]),
  /** How it looks; the default theme if nothing is said. */
  theme: ReportTheme.optional(),
  /** The company's template that a document of Word is made by; its bytes travel with the images. */
  wordTemplate: z.object({ name: z.string(), sha256: z.string() }).optional(),
  /** What it is compared with, if a user chose an edition. */
  against: ReportComparison.optional(),
  /** Findings that are printed as one; absent unless a user asked for it. */
  groups: z.array(ReportGroup).optional(),
  findings: z.array(ReportFinding),
});
export type ReportSnapshot = z.infer<typeof ReportSnapshot>;

/** How the report is made: as a PDF unless `format` says otherwise. `draft` marks every page. */
export const ReportOptions = z.object({
  format: z.enum(reportFormats).optional(),
  draft: z.boolean(),
  title: z.string().optional(),
  pageSize: z.enum(['A4', 'Letter']).optional(),
  ...templateOptions,
  ...selectionOptions,
  ...redactionOptions,
  ...embeddingOptions,
  ...csvOptions,
  /** Whether it asks for a password, which is kept nowhere. */
  encrypted: z.boolean().optional(),
});
export type ReportOptions = z.infer<typeof ReportOptions>;

/** A character that no font of the report has; on the page it stands as its code point. */
export const MissingGlyph = z.object({ codePoint: z.string(), count: z.number().int().positive() });
export type MissingGlyph = z.infer<typeof MissingGlyph>;

/** What stands on every page of a PDF but the first. */
const PageLine = z.enum(['header', 'client', 'footer']);
export type PageLine = z.infer<typeof PageLine>;

/** What came out: pages (null if the format has none), size in bytes, hash of the file in hexadecimal, and what could not be printed. */
export const ReportResult = z.object({
  pages: z.number().int().nonnegative().nullable(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
  missingGlyphs: z.array(MissingGlyph),
  /** Figures in whose place a line says that their image is damaged. */
  damagedImages: z.number().int().nonnegative(),
  /** What is too long for its lines on every page, and is cut. */
  cutLines: z.array(PageLine).default([]),
  /** Cells that are longer than a spreadsheet takes: by the number of their finding, and their column. */
  longCells: z.array(z.object({ finding: z.string(), column: z.string() })).optional(),
  /** Tickets whose text is cut: by the number of their finding, and how many characters their tracker takes. */
  cutTickets: z.object({ limit: z.int().positive(), findings: z.array(z.string()) }).optional(),
});
export type ReportResult = z.infer<typeof ReportResult>;

/** How far a report is. `done` of `total`, in findings for the document, in lines and shapes for the pages. */
export const ReportProgress = z.object({
  phase: z.enum(['document', 'layout', 'pages', 'writing']),
  done: z.number(),
  total: z.number(),
});
export type ReportProgress = z.infer<typeof ReportProgress>;
