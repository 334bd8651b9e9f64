import { z } from 'zod';
import type { EditableField } from './finding.ts';

/*
 * The check of a deliverable before it leaves the house (`dossier check`, the screen Report): what it finds, and the
 * calls around it.
 */

const project = z.string().min(1).max(1_000);

/** What the check looks for. A code stays what it is: scripts compare it. */
export const checkCodes = [
  'placeholder',
  'invalid-cvss',
  'conflict',
  'unreviewed-candidate',
  'private-draft',
  'other-client',
  'secret',
  'empty-section',
  'missing-remediation',
  'cvss-severity',
  'dead-image',
  'unsynced-edit',
  'secret-in-request',
  'missing-glyph',
] as const;
export type CheckCode = (typeof checkCodes)[number];

/** An error stops an export; a warning is for the person to judge. */
export type CheckLevel = 'error' | 'warning';

/** What each kind of message is. */
export const checkLevels = {
  placeholder: 'error',
  'invalid-cvss': 'error',
  conflict: 'error',
  'unreviewed-candidate': 'error',
  'private-draft': 'error',
  'other-client': 'error',
  secret: 'error',
  'empty-section': 'warning',
  'missing-remediation': 'warning',
  'cvss-severity': 'warning',
  'dead-image': 'warning',
  'unsynced-edit': 'warning',
  'secret-in-request': 'warning',
  'missing-glyph': 'warning',
} as const satisfies Record<CheckCode, CheckLevel>;

/** Where in a finding something was found: one of its fields, or the images of its evidence. */
export type CheckPlace = EditableField | 'evidence';

/** One thing that should not reach a client as it is. */
export interface CheckMessage {
  readonly level: CheckLevel;
  readonly code: CheckCode;
  /** The finding that it is about; null where it is about the engagement. */
  readonly finding: string | null;
  /** The finding's title as the report prints it; null where there is no finding. */
  readonly title: string | null;
  /** The place in the finding; null where it is about the finding as a whole. */
  readonly field: CheckPlace | null;
  /** A sentence for the person. It may quote the client's text. */
  readonly message: string;
}

export const preflightInputs = {
  'report.check': z.strictObject({ project }),
  /** Makes an edition that is written to no file: for a face that gets its bytes by `report.file`. */
  'report.keep': z.strictObject({ project, force: z.boolean().default(false) }),
  /** The file of an edition. */
  'report.file': z.strictObject({ project, edition: z.int().min(1) }),
} as const satisfies Record<string, z.ZodType>;

/** How many errors and warnings a check found. */
export interface CheckCounts {
  readonly errors: number;
  readonly warnings: number;
}

export interface PreflightAnswers {
  /** Errors first, then by kind, then in the order of the report. */
  'report.check': readonly CheckMessage[];
  'report.keep': {
    readonly edition: number;
    readonly bytes: number;
    readonly pages: number | null;
    readonly findings: number;
    readonly sha256: string;
    /** Whether every page is marked DRAFT, because errors stood when it was made. */
    readonly draft: boolean;
    readonly notices?: string[];
  };
  'report.file': {
    /** Base64. */
    readonly content: string;
    readonly format: string;
  };
}
