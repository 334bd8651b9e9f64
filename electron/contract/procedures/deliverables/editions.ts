import { z } from 'zod';
import { project } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import type { EditableField } from '../../finding/finding.ts';
import type { Json } from '../../json.ts';
import type { ReportFormat, ReportGrouping } from '../../deliverable/choices.ts';
import type { TemplateName } from '../../deliverable/template.ts';

/* The editions of an engagement: every deliverable that was exported, as it was. */

const number = z.int().min(1);

export const editionProcedures = {
  /** Answers: the newest first. */
  'edition.list': procedure<readonly Edition[]>()({
    answeredBy: 'reader',
    input: z.strictObject({ project }),
  }),
  'edition.compare': procedure<
    {
      readonly project: string;
      readonly from: number;
      readonly to: number;
      /** Of different ones, only what both print is compared. */
      readonly templates: { readonly from: TemplateName; readonly to: TemplateName };
      /** By what each prints equal findings as one; null: each by itself. If they differ, so do numbers. */
      readonly groupings: { readonly from: ReportGrouping | null; readonly to: ReportGrouping | null };
    } & EditionDifferences
  >()({ answeredBy: 'reader', scans: true, input: z.strictObject({ project, from: number, to: number }) }),
};

/** One exported deliverable. */
export interface Edition {
  readonly edition: number;
  readonly createdAt: string;
  readonly format: ReportFormat;
  readonly template: string;
  readonly draft: boolean;
  /** Whether its file asks for a password. */
  readonly encrypted: boolean;
  readonly findings: number;
  readonly pages: number | null;
  readonly bytes: number;
  readonly sha256: string;
}

/** A finding as a comparison names it: the service's identifier once there is one. */
export interface ComparedFinding {
  readonly id: string;
  /** As the edition prints it that the finding is named from: `H2`. */
  readonly number: string;
  readonly title: string;
  readonly severity: string;
}

/**
 * A field that two editions have differently, the images, the newest verdict of the retests, or else what retests say
 * beside it; null if an edition has none.
 */
export interface ComparedField {
  readonly field: EditableField | 'evidence' | 'verdict' | 'retest';
  readonly was: Json;
  readonly now: Json;
}

export interface ChangedFinding extends ComparedFinding {
  readonly fields: readonly ComparedField[];
}

/** What one edition has that the other has not; titles and severities of changed findings as the later one has them. */
export interface EditionDifferences {
  readonly new: readonly ComparedFinding[];
  readonly changed: readonly ChangedFinding[];
  readonly gone: readonly ComparedFinding[];
  readonly unchanged: number;
  /** Findings of both editions whose number is another one, also those that are otherwise unchanged. */
  readonly renumbered: readonly (ComparedFinding & { readonly was: string })[];
}
