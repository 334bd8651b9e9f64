import { z } from 'zod';
import { project } from '../../input/members.ts';
import { type MaskedFinding, redactionOptions } from '../../deliverable/masks.ts';
import { procedure } from '../../procedure.ts';
import type { CheckCode } from '../../deliverable/check-codes.ts';
import { choiceOptions } from './deliverable.ts';
import type { FactName } from '../../engagement.ts';
import type { EditableField } from '../../finding/finding.ts';
import { passwordOption } from '../../deliverable/masks.ts';
import { reportFormats } from '../../deliverable/choices.ts';
import { selectionOptions, type LeftOutFinding } from '../../deliverable/selection.ts';

/*
 * The check of a deliverable before it is sent out (`dossier check`, the screen Report): what it finds, and the
 * calls around it.
 */

export { checkCodes, type CheckCode } from '../../deliverable/check-codes.ts';

/** An error stops an export; a warning is for the person to judge. */
export type CheckLevel = 'error' | 'warning';

/** What each kind of message is. */
export const checkLevels = {
  'incomplete-copy': 'error',
  placeholder: 'error',
  'invalid-cvss': 'error',
  conflict: 'error',
  'unreviewed-candidate': 'error',
  'private-draft': 'error',
  'unaccepted-draft': 'error',
  'other-client': 'error',
  secret: 'error',
  'out-of-scope': 'error',
  'scope-pattern': 'error',
  'printed-comments': 'warning',
  'left-out': 'warning',
  'rejected-included': 'warning',
  'cleanup-open': 'warning',
  'missing-fact': 'warning',
  'empty-section': 'warning',
  'missing-remediation': 'warning',
  'cvss-severity': 'warning',
  'unknown-severity': 'warning',
  'not-in-scope': 'warning',
  'dead-image': 'warning',
  'figure-size': 'warning',
  'dead-link': 'warning',
  'shown-as-source': 'warning',
  'dropped-backslash': 'warning',
  'doubtful-emphasis': 'warning',
  'html-tags': 'warning',
  'figure-number': 'warning',
  'unsynced-edit': 'warning',
  'not-reviewed': 'warning',
  'secret-in-request': 'warning',
  'missing-glyph': 'warning',
  'verdict-status': 'warning',
  'waiting-draft': 'warning',
  'same-title': 'warning',
  'left-out-members': 'warning',
} as const satisfies Record<CheckCode, CheckLevel>;

/** Where in a finding something was found: a field, the images of its evidence, what retests say of it, or its other members. */
export type CheckPlace = EditableField | 'evidence' | 'retest' | 'other';

interface AnyMessage {
  readonly level: CheckLevel;
  readonly code: CheckCode;
  /** A sentence for the person. It may quote the client's text. */
  readonly message: string;
}

/** What is said of a finding. */
export interface FindingMessage extends AnyMessage {
  readonly finding: string;
  /** As the report prints it. */
  readonly title: string;
  /** The place in the finding; null if it is about the finding as a whole. */
  readonly field: CheckPlace | null;
  /** The stretches of the field that it is about, if each of them can be fixed. */
  readonly spots?: readonly TextSpot[];
}

/** A stretch of a text, in its characters, with what stands there. */
export interface TextSpot {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** What it is in Markdown, if the text around it decides. */
  readonly becomes?: string;
}

/** How a stretch of a text prints as it was meant: with escapes or as code as it was typed, or tags as signs of Markdown. */
export type TextFix = 'escape' | 'code' | 'markdown';

/** What is said of the engagement: of its facts and texts. */
export interface EngagementMessage extends AnyMessage {
  readonly finding: null;
  readonly title: null;
  /** Null if it is about the engagement as a whole. */
  readonly field: FactName | null;
}

/** One thing that should not reach a client as it is. */
export type CheckMessage = FindingMessage | EngagementMessage;

export const preflightProcedures = {
  'report.export': procedure<{
    path: string;
    edition: number;
    bytes: number;
    pages: number | null;
    findings: number;
    sha256: string;
    /** Every page is marked so. */
    draft: boolean;
    /** The vault is read-only, so the edition is in none of its lists and its number is not taken. */
    recorded?: false;
    /** What the check said of it; not of an edition that is written again. */
    found?: CheckCounts;
    notices?: string[];
    left_out: readonly LeftOutFinding[];
  }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: false,
    writesPath: 'out',
    input: z.strictObject({
      project,
      /** Absolute path of the file to write. */
      out: z.string().min(1),
      format: z.enum(reportFormats).optional(),
      edition: z.int().min(1).optional(),
      /** Goes on even if the check finds errors; every page is then marked DRAFT. */
      force: z.boolean().default(false),
      ...choiceOptions,
      ...passwordOption,
    }),
  }),
  /**
   * `maskSecrets: false` asks as for a report that masks nothing; by default it is as chosen for the engagement.
   * Answers: errors first, then by kind, then in the order of the report.
   */
  'report.check': procedure<readonly CheckMessage[]>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({ project, maskSecrets: z.boolean().optional(), ...selectionOptions }),
  }),
  /** Makes an edition that is written to no file: for a face that gets its bytes by `report.file`. */
  'report.keep': procedure<{
    readonly edition: number;
    readonly bytes: number;
    readonly pages: number | null;
    readonly findings: number;
    readonly sha256: string;
    /** Whether every page is marked DRAFT: errors stood, facts were missing, or the user chose so. */
    readonly draft: boolean;
    /** What the check said of it. */
    readonly found: CheckCounts;
    readonly notices?: string[];
    readonly left_out: readonly LeftOutFinding[];
  }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: false,
    input: z.strictObject({
      project,
      format: z.enum(reportFormats).default('pdf'),
      force: z.boolean().default(false),
      ...choiceOptions,
      ...passwordOption,
    }),
  }),
  /** The file of an edition. */
  'report.file': procedure<{
    /** Base64. */
    readonly content: string;
    readonly format: string;
  }>()({
    answeredBy: 'host',
    runsReadOnly: true,
    idempotent: true,
    input: z.strictObject({ project, edition: z.int().min(1) }),
  }),
  /** What a report would mask and leave out, by finding; findings with neither are not listed. */
  'report.masks': procedure<readonly MaskedFinding[]>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({
      project: z.string().min(1).max(1_000),
      ...redactionOptions,
      ...selectionOptions,
    }),
  }),
};

/** How many errors and warnings a check found. */
export interface CheckCounts {
  readonly errors: number;
  readonly warnings: number;
}
