/* Choices of a report that pages offer too: this file stays free of zod, as pages do. */

/** Findings as tickets, each as its tracker imports them. */
export const ticketFormats = ['jira', 'github', 'gitlab', 'azure'] as const;
export type TicketFormat = (typeof ticketFormats)[number];

/** What a deliverable can be written as. */
export const reportFormats = [
  ...(['pdf', 'docx', 'html', 'xlsx', 'csv', 'json', 'markdown'] as const),
  ...ticketFormats,
] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** Kinds of findings that a report leaves out unless it is told to print them. */
export const skippable = ['drafts', 'false-positives'] as const;
export type Skippable = (typeof skippable)[number];

/** Why a finding is left out. */
export const leftOutKinds = ['rejected', 'excluded', 'draft', 'false-positive', 'query'] as const;
export type LeftOutKind = (typeof leftOutKinds)[number];
/** Those that the state of a finding causes. */
export type UnfitKind = Extract<LeftOutKind, 'rejected' | 'draft' | 'false-positive'>;

/** Which findings contents, summary and matrix list: all, those rated critical or high, or none. */
export const listings = ['all', 'high', 'none'] as const;
export type Listing = (typeof listings)[number];

/** What makes findings equal, so that a report prints them as one with its places. */
export const reportGroupings = ['title', 'rule', 'cwe'] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

/** The same as a choice: `none` prints each by itself, whatever is kept for the engagement. */
export const groupChoices = [...reportGroupings, 'none'] as const;

/** Of findings that are printed as one, the requests of so many places are printed. */
export const defaultGroupRequests = 3;

/** Whether a finding has one row in Excel and CSV, with its assets line by line, or a row for each of its assets. */
export const assetRowChoices = ['joined', 'each'] as const;
export type AssetRows = (typeof assetRowChoices)[number];

/** What parts the cells of a CSV file. */
export const csvDelimiters = [',', ';', '\t'] as const;
export type CsvDelimiter = (typeof csvDelimiters)[number];

/** The sign in front of the decimals of a score in a CSV file. */
export const csvDecimals = ['.', ','] as const;
export type CsvDecimal = (typeof csvDecimals)[number];
