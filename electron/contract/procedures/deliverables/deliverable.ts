import { z } from 'zod';
import { project } from '../../input/members.ts';
import { procedure } from '../../procedure.ts';
import type { FactName } from '../../engagement.ts';
import { embeddingOptions, redactionOptions } from '../../deliverable/masks.ts';
import { maxCallLength } from '../../input/sizes.ts';
import { selectionOptions, type LeftOutFinding, type SelectedFindings } from '../../deliverable/selection.ts';
import { checkCodes } from '../../deliverable/check-codes.ts';
import {
  csvOptions,
  templateOptions,
  type ChapterKey,
  type LanguageKey,
  type TemplateName,
} from '../../deliverable/template.ts';
import type { ReportTheme, ThemeProblem } from '../../deliverable/theme.ts';

/* How the deliverables of an engagement are put together, and the themes that they can have. */

const themeName = z.string().min(1).max(100);

/** Warnings that are not to be told: a rule everywhere (`finding` and `place` null), in one finding, or at one place of it. */
export const IgnoredWarning = z.strictObject({
  code: z.enum(checkCodes),
  finding: z.string().min(1).max(1_000).nullable().default(null),
  place: z.string().min(1).max(100).nullable().default(null),
});
export type IgnoredWarning = z.infer<typeof IgnoredWarning>;

/** What a person can choose for a deliverable. What is not said is the template's or the theme's own. */
const choices = {
  /** Marks every page DRAFT also if nothing stands against the report. */
  draft: z.boolean().optional(),
  title: z.string().max(1_000).optional(),
  pageSize: z.enum(['A4', 'Letter']).optional(),
  ...templateOptions,
  ...selectionOptions,
  ...redactionOptions,
  ...embeddingOptions,
  ...csvOptions,
  /** Of the check. An error is never ignored. */
  ignored: z.array(IgnoredWarning).max(1_000).optional(),
};
export const ReportChoices = z.strictObject(choices);
/** As a call takes them beside its own members; each goes before what is kept for the engagement. */
export const choiceOptions = { options: ReportChoices.default({}) };
export type ReportChoices = z.infer<typeof ReportChoices>;

const choiceNames = [
  'draft',
  'title',
  'pageSize',
  'template',
  'sections',
  'language',
  'theme',
  'wordTemplate',
  'finding',
  'against',
  'round',
  'maskSecrets',
  'cutBodies',
  'keptValues',
  'embedJson',
  'query',
  'include',
  'exclude',
  'skip',
  'group',
  'csvDelimiter',
  'csvDecimal',
  'csvBom',
  'showProjectId',
  'showOtherMembers',
  'showComments',
  'groupRequests',
  'listedFindings',
  'sentences',
  'assetRows',
  'ignored',
] as const satisfies readonly (keyof ReportChoices)[];

/** A theme's file, and the files that it names: base64 by the path that stands in it. Whatever is saved as one can be read as one. */
export const themeFile = z.strictObject({
  text: z.string().max(maxCallLength),
  files: z.record(z.string().max(1_000), z.string().max(maxCallLength)).default({}),
});

export const deliverableProcedures = {
  'report.settings': procedure<ReportSettings>()({
    answeredBy: 'reader',
    input: z.strictObject({ project }),
  }),
  /** Which findings a report prints, as the call chooses them, else as chosen for the engagement. */
  'report.findings': procedure<SelectedFindings>()({
    answeredBy: 'reader',
    scans: true,
    input: z.strictObject({ project, ...selectionOptions }),
  }),
  /**
   * Keeps the given choices and leaves the others; those named in `reset` are the template's own again. With `seen` it is
   * refused (`outdated`) if one of them was chosen otherwise meanwhile.
   */
  'report.configure': procedure<ReportSettings>()({
    answeredBy: 'host',
    idempotent: true,
    input: z.strictObject({
      project,
      settings: ReportChoices.default({}),
      reset: z.array(z.enum(choiceNames)).max(choiceNames.length).default([]),
      seen: ReportChoices.optional(),
    }),
  }),
  /** Puts a finding at a place within its severity, counted from 1; the others of that severity keep their order. */
  'report.move': procedure<SelectedFindings>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ project, finding: z.string().min(1).max(1_000), place: z.int().min(1) }),
  }),
  /** Gives up the order by hand: by score and title again. */
  'report.resetOrder': procedure<SelectedFindings>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ project }),
  }),
  /** Forgets the numbers that went out; the next edition counts anew. */
  'report.renumber': procedure<SelectedFindings>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ project }),
  }),
  /** Answers: by name, the one that is always there first. */
  'theme.list': procedure<readonly ThemeLine[]>()({ answeredBy: 'reader', input: z.strictObject({}) }),
  /** Answers: `text`: the theme as a file that holds its pictures and fonts, to change it or take it elsewhere. */
  'theme.read': procedure<{ readonly theme: ReportTheme; readonly text: string }>()({
    answeredBy: 'reader',
    input: z.strictObject({ name: themeName }),
  }),
  'theme.check': procedure<CheckedTheme>()({ answeredBy: 'reader', input: themeFile }),
  /** Answers: kept if `theme` is not null. */
  'theme.keep': procedure<CheckedTheme>()({ answeredBy: 'host', idempotent: true, input: themeFile }),
  'theme.remove': procedure<ThemeLine>()({
    answeredBy: 'host',
    idempotent: false,
    input: z.strictObject({ name: themeName }),
  }),
};

/** What is chosen for an engagement, and what comes of it. */
export interface ReportSettings {
  readonly project: string;
  readonly settings: ReportChoices;
  readonly template: TemplateName;
  /** In the order in which they are printed. */
  readonly sections: readonly ChapterKey[];
  readonly language: LanguageKey;
  readonly theme: string;
  readonly pageSize: 'A4' | 'Letter';
  readonly left_out: readonly LeftOutFinding[];
  /** The facts without which the report is a draft, in the order of the form. */
  readonly missing_facts: readonly FactName[];
}

/** A theme of this home; the one that is always there has no date. */
export interface ThemeLine {
  readonly name: string;
  readonly keptAt: string | null;
}

/** What a theme's file says. `theme` is null if there are problems; notices tell what was corrected. */
export interface CheckedTheme {
  readonly theme: ReportTheme | null;
  readonly problems: readonly ThemeProblem[];
  readonly notices: readonly ThemeProblem[];
}
