import { z } from 'zod';
import { project } from '../../input/members.ts';
import { maxPieceBytes } from '../../input/sizes.ts';
import { procedure } from '../../procedure.ts';
import type { MatchReason, ScanLeftOutReason } from '#contract/scans/matching.ts';
import { csvMapping, type CsvMapping } from '#contract/scans/csv-mapping.ts';
import type { ScanProblem } from '#contract/scans/problem.ts';
import type { Operation } from '../../finding/operation.ts';
import { severityKeys, type SeverityKey } from '../../value-lists.ts';
import type { BulkSummary } from './bulk.ts';

/*
 * Scanner files, put together by weakness and compared with the findings that are there. A preview is kept in memory until
 * it is queued or discarded; what is queued is one bulk action, so that it is undone as one.
 */

const draft = z.uuid();
const upload = z.uuid();
const key = z.string().min(1).max(10_000);
const severity = z.string().trim().min(1).max(1_000);
const maxGroups = 100_000;

const severityMapping = z.record(z.string().min(1).max(200), z.partialRecord(z.enum(severityKeys), severity));

/** What of scans an engagement leaves out by itself, and which severity a tool's becomes. */
export const ImportRules = z.strictObject({
  informational: z.boolean().default(true),
  falsePositive: z.boolean().default(true),
  suppressed: z.boolean().default(true),
  closed: z.boolean().default(true),
  /** By tool, then by its severity. */
  severityMapping: severityMapping.default({}),
  /** Groups that are less severe are left out. */
  minSeverity: severity.nullable().default(null),
  /** What `--map` was given, the newest first: a table with all columns of one is read by it. */
  csvMappings: z.array(csvMapping).max(100).default([]),
});
export type ImportRules = z.output<typeof ImportRules>;

/** Without the defaults: what is not given is as the engagement has it. */
const givenRules = z.strictObject({
  informational: z.boolean().exactOptional(),
  falsePositive: z.boolean().exactOptional(),
  suppressed: z.boolean().exactOptional(),
  closed: z.boolean().exactOptional(),
  severityMapping: severityMapping.exactOptional(),
  minSeverity: severity.nullable().exactOptional(),
});

/** What becomes of a finding that is closed and was found again: nothing, or its status asks for work or for a retest. */
export const closedDecisions = ['leave', 'reopen', 'retest'] as const;
export type ClosedDecision = (typeof closedDecisions)[number];

/** What of the rules of imports can be forgotten: what is left out, the mapping of severities, the mappings of columns. */
export const importResets = ['rules', 'severities', 'maps'] as const;
export type ImportReset = (typeof importResets)[number];

/** What the user made of the groups of a preview. */
const importChoices = z.strictObject({
  /** Keys of groups that are one finding; it is called by the first. */
  merged: z.array(z.array(key).min(2).max(1_000)).max(maxGroups).default([]),
  /** Groups that are one finding for each asset. */
  split: z.array(key).max(maxGroups).default([]),
  titles: z.record(key, z.string().trim().min(1).max(10_000)).default({}),
  /** In place of what a group is compared by. */
  decisions: z
    .record(
      key,
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('new') }),
        z.strictObject({ kind: z.literal('finding'), id: z.string().min(1).max(1_000) }),
        z.strictObject({ kind: z.literal('leave-out') }),
        /** Of the findings that are closed; one that the choice does not fit stays as it is. */
        z.strictObject({ kind: z.enum(closedDecisions) }),
      ]),
    )
    .default({}),
  /** What is done with findings that are closed, where no decision says otherwise. */
  closed: z.enum(closedDecisions).default('leave'),
  /** In place of that of the rules, and not kept. */
  minSeverity: severity.nullable().exactOptional(),
});
export type ImportChoices = z.output<typeof importChoices>;

/** How files are read, wherever they are. */
const reading = {
  project,
  /** The kind of all of them; null: their content tells. */
  format: z.string().min(1).max(100).nullable().default(null),
  /** Which columns of a CSV file say what; its files are read as such. */
  mapping: csvMapping.nullable().default(null),
  /** In place of those of the engagement, and kept for it once the draft is queued. */
  rules: givenRules.default({}),
  choices: importChoices.prefault({}),
  /** In place of that rule, for this import alone. */
  informational: z.boolean().nullable().default(null),
};
const maxFiles = 1_000;

export const importProcedures = {
  /** Reads files and keeps what they say as a draft. Of the same file twice, the second says nothing. */
  'import.preview': procedure<ImportPreview>()({
    answeredBy: 'host',
    idempotent: true,
    readsPath: 'files',
    input: z.strictObject({
      ...reading,
      files: z
        .array(z.strictObject({ path: z.string().min(1).max(10_000) }))
        .min(1)
        .max(maxFiles),
    }),
  }),
  /** The next piece of a file that a page passes on. It is kept for this process alone, until no draft needs it. */
  'import.receive': procedure<{ readonly bytes: number }>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      /** The caller names the file; a piece that came before is answered again. */
      upload,
      name: z.string().min(1).max(1_000),
      at: z.int().min(0),
      /** Base64. */
      content: z.string().max(Math.ceil(maxPieceBytes / 3) * 4 + 4),
    }),
  }),
  /** As `import.preview`, of files that were received. */
  'import.previewReceived': procedure<ImportPreview>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({ ...reading, uploads: z.array(upload).min(1).max(maxFiles) }),
  }),
  /** The same draft with other choices, and with rules that are kept once it is queued. */
  'import.arrange': procedure<ImportPreview>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      draft,
      choices: importChoices.prefault({}),
      rules: givenRules.pick({ severityMapping: true, minSeverity: true }).default({}),
    }),
  }),
  /**
   * Queues what the preview of the same choices showed, in one transaction. The caller names the action; one that was queued
   * before is answered again.
   */
  'import.queue': procedure<ImportQueued>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      draft,
      bulk: z.uuid(),
      choices: importChoices.prefault({}),
      fingerprint: z.string().min(1).max(100),
    }),
  }),
  /** Forgets a draft, and received files that no other draft needs. */
  /** What the engagement keeps for its imports. */
  'import.settings': procedure<ImportRules>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({ project }),
  }),
  /** Says which severities of a tool become which (null: the one of the same name), and forgets what is named in `reset`. */
  'import.configure': procedure<ImportRules>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      project,
      severities: z
        .array(
          z.strictObject({
            tool: z.string().min(1).max(200),
            severity: z.enum(severityKeys),
            becomes: severity.nullable(),
          }),
        )
        .max(1_000)
        .default([]),
      reset: z.array(z.enum(importResets)).default([]),
    }),
  }),
  'import.discard': procedure<{ readonly discarded: boolean }>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      draft: draft.nullable().default(null),
      uploads: z.array(upload).max(maxFiles).default([]),
    }),
  }),
};

/** One file as it was read. */
export interface ImportedFile {
  readonly path: string;
  /** As lists and findings name it. */
  readonly name: string;
  readonly sha256: string;
  /** The kind of file; null if it says nothing. */
  readonly format: string | null;
  readonly items: number;
  /** How the columns of a table were read; null if by our own names, or it is no table. */
  readonly mapping: CsvMapping | null;
  /** What is wrong with it and did not end the reading; the first of them. */
  readonly problems: readonly ScanProblem[];
}

/** One group with what an import would do. */
export interface ImportGroup {
  readonly key: string;
  readonly title: string;
  /** As the service has it; null if the tool names none that is known. */
  readonly severity: string | null;
  readonly asset: readonly string[];
  /** How many rules of tools it is made of. */
  readonly rules: number;
  /** The key of the group that it is a part of; null if it is none. */
  readonly splitOf: string | null;
  /** `closed`: it was closed since, and nothing is changed. `reopens`, `retests`: it gets that status, and the assets. */
  readonly outcome: 'new' | 'known' | 'extends' | 'closed' | 'reopens' | 'retests';
  readonly finding: { readonly id: string; readonly title: string } | null;
  /** Assets that the finding gets. */
  readonly added: readonly string[];
  readonly reason: MatchReason | null;
  /** Images that a new finding gets as evidence. */
  readonly images: number;
  /** Findings of it that are closed and were found again. */
  readonly closed: readonly ClosedFinding[];
}

/** A finding that is closed, with what may be decided about it; none for one that is to be deleted. */
export interface ClosedFinding {
  readonly id: string;
  readonly title: string;
  readonly choices: readonly Exclude<ClosedDecision, 'leave'>[];
}

export interface ImportLeftOut {
  readonly key: string;
  readonly title: string;
  /** Null for what was left out by itself. */
  readonly severity: string | null;
  readonly reason: ScanLeftOutReason;
}

/** A severity that a tool gave. */
export interface ReadSeverity {
  readonly tool: string;
  readonly severity: SeverityKey;
  /** As the service has it; null if no name stands for it. */
  readonly becomes: string | null;
}

/** What an import would do. */
export interface ImportPreview {
  readonly draft: string;
  readonly project: string;
  readonly files: readonly ImportedFile[];
  /** In the order of their keys. */
  readonly groups: readonly ImportGroup[];
  readonly leftOut: readonly ImportLeftOut[];
  /** The engagement's with those that were given. */
  readonly rules: ImportRules;
  /** Every severity of every tool, by tool and from the worst. */
  readonly severities: readonly ReadSeverity[];
  /** What the user confirms: another one once the findings or the choices are. */
  readonly fingerprint: string;
}

export interface ImportQueued {
  /** The action that undoes it; null if there was nothing to queue. */
  readonly action: BulkSummary | null;
  readonly operations: readonly Operation[];
}

/** Bytes of scanner files that were read. */
export interface ImportProgress {
  readonly kind: 'import';
  readonly done: number;
  readonly total: number;
}
