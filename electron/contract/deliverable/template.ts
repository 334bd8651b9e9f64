import { z } from 'zod';
import { assetRowChoices, csvDecimals, csvDelimiters, listings } from './choices.ts';

/* What a deliverable is made of: its template, the order of its chapters, its language. */

/** The kinds of deliverables. */
export const templates = [
  'technical',
  'executive',
  'retest',
  'single',
  'by-asset',
  'summary-letter',
  'retest-letter',
  'attestation',
] as const;
export type TemplateName = (typeof templates)[number];

/** The chapters of a deliverable; each template has an order of its own, which a person may change. */
export const chapterKeys = [
  'cover',
  'contents',
  'control',
  'management',
  'rating',
  'strengths',
  'summary',
  'statistics',
  'roadmap',
  'risks',
  'assets',
  'changes',
  'scope',
  'severities',
  'narrative',
  'attack-path',
  'findings',
  'retest',
  'conclusions',
  'cleanup',
  'limits',
  'appendices',
  'back',
  'letter-head',
  'letter-opening',
  'letter-statement',
  'letter-scope',
  'letter-rating',
  'letter-numbers',
  'letter-risks',
  'letter-measures',
  'letter-retest',
  'letter-open',
  'letter-validity',
  'letter-closing',
] as const;
export type ChapterKey = (typeof chapterKeys)[number];

/** The languages of fixed words; each is a file in electron/report/languages. */
export const reportLanguages = ['en', 'de'] as const;
export type LanguageKey = (typeof reportLanguages)[number];

/** How a CSV file is written: by a comma and with a byte order mark unless said otherwise; decimals as the delimiter goes. */
export const csvOptions = {
  csvDelimiter: z.enum(csvDelimiters).optional(),
  csvDecimal: z.enum(csvDecimals).optional(),
  csvBom: z.boolean().optional(),
};

/** Which deliverable is made, and how it is put together. What is not said is the template's own. */
export const templateOptions = {
  /** Prints the internal id of the project on the cover, which a client has no use for. */
  showProjectId: z.boolean().optional(),
  /** Prints the members of a finding that the service's interface does not name. JSON always has them. */
  showOtherMembers: z.boolean().optional(),
  /** Prints the open comments of colleagues behind each finding: for them alone, never for a client. */
  showComments: z.boolean().optional(),
  /** Shortens contents, summary and matrix of a long report, which then say how many findings they do not list. */
  listedFindings: z.enum(listings).optional(),
  /** Of findings that are printed as one, the requests of so many places are printed; the default if this is not given. */
  groupRequests: z.union([z.int().min(0).max(1_000_000), z.literal('all')]).optional(),
  /** Whether the summary has a sentence for each finding; as the template has it if this is not given. */
  sentences: z.boolean().optional(),
  /** How Excel and CSV list a finding with several assets: in one row unless it says otherwise. */
  assetRows: z.enum(assetRowChoices).optional(),
  template: z.enum(templates).optional(),
  /** The chapters that are printed, in this order; empty ones are left out all the same. */
  sections: z
    .array(z.enum(chapterKeys))
    .min(1)
    .max(chapterKeys.length)
    .refine((keys) => new Set(keys).size === keys.length, 'a chapter is named twice')
    .optional(),
  language: z.enum(reportLanguages).optional(),
  /** Name of a kept theme; what it says travels in the snapshot. */
  theme: z.string().min(1).max(100).optional(),
  /** Name of a kept template for Word, by which DOCX is written; other formats have none. */
  wordTemplate: z.string().min(1).max(100).optional(),
  /** The one finding of template `single`. */
  finding: z.string().min(1).max(1_000).optional(),
  /** The edition that template `retest` tells the changes from. */
  against: z.int().min(1).optional(),
  /** The round from which on verdicts are shown; all of them if nothing is said. */
  round: z.int().min(1).optional(),
};

/** A finding that a chosen edition has in another way; short members with both values, texts by their name alone. */
const ComparedField = z.object({
  field: z.string(),
  was: z.string().nullable(),
  now: z.string().nullable(),
});

/** What has changed since an edition that a user chose. */
export const ReportComparison = z.object({
  edition: z.int().min(1),
  /** The day that it bears; editions that were made before days were kept have the moment in UTC. */
  createdAt: z.string(),
  /** Identifiers of findings that it did not have. */
  new: z.array(z.string()),
  changed: z.array(z.object({ id: z.string(), fields: z.array(ComparedField) })),
  /** What it had and this one has not. */
  gone: z.array(z.object({ title: z.string(), severity: z.string() })),
  unchanged: z.int().min(0),
});
export type ReportComparison = z.infer<typeof ReportComparison>;
