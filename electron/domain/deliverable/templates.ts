import type { ReportOptions } from '#contract/deliverable/report.ts';
import type { ChapterKey, TemplateName } from '#contract/deliverable/template.ts';

/** A kind of deliverable, as data: which chapters it has in which order, and how much of a finding it prints. */
export interface Template {
  /** By this a language names it. */
  readonly title:
    | 'technical'
    | 'executive'
    | 'retest'
    | 'single'
    | 'byAsset'
    | 'summaryLetter'
    | 'retestLetter'
    | 'attestation';
  readonly chapters: readonly ChapterKey[];
  /** `full`: everything; `brief`: what it is, why it matters and how it is fixed, without requests, demonstrations and code. */
  readonly detail: 'full' | 'brief';
  /** How findings stand: worst first, under the asset that they were made on, the ones that were looked at again, or only one. */
  readonly grouping: 'severity' | 'asset' | 'retested' | 'one';
  /** Whether the summary has a sentence for each finding, unless the options say otherwise. */
  readonly sentences?: true;
  /** Whether it is a letter: without cover and contents, its chapters short and without pages of their own. */
  readonly letter?: true;
}

/** Whether pages print members that the interface does not name, or why they do not. */
export type OtherMembersPrinting = 'printed' | 'not-chosen' | 'too-brief';

/** The templates by their names. The order of the technical one is that of the best reports of the field. */
const all: Readonly<Record<TemplateName, Template>> = {
  technical: {
    title: 'technical',
    chapters: [
      'cover',
      'contents',
      'control',
      'management',
      'rating',
      'strengths',
      'summary',
      'statistics',
      'roadmap',
      'assets',
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
    ],
    detail: 'full',
    grouping: 'severity',
  },
  executive: {
    title: 'executive',
    chapters: [
      'cover',
      'management',
      'rating',
      'strengths',
      'summary',
      'statistics',
      'roadmap',
      'risks',
      'narrative',
      'attack-path',
      'retest',
      'scope',
      'conclusions',
      'limits',
      'back',
    ],
    detail: 'brief',
    grouping: 'severity',
    sentences: true,
  },
  retest: {
    title: 'retest',
    chapters: [
      'cover',
      'contents',
      'control',
      'rating',
      'summary',
      'retest',
      'changes',
      'findings',
      'conclusions',
      'cleanup',
      'limits',
      'appendices',
      'back',
    ],
    detail: 'full',
    grouping: 'retested',
  },
  single: { title: 'single', chapters: ['cover', 'findings'], detail: 'full', grouping: 'one' },
  'by-asset': {
    title: 'byAsset',
    chapters: [
      'cover',
      'contents',
      'control',
      'management',
      'rating',
      'strengths',
      'summary',
      'statistics',
      'roadmap',
      'assets',
      'scope',
      'narrative',
      'attack-path',
      'findings',
      'retest',
      'conclusions',
      'cleanup',
      'limits',
      'appendices',
      'back',
    ],
    detail: 'full',
    grouping: 'asset',
  },
  'summary-letter': {
    title: 'summaryLetter',
    chapters: [
      'letter-head',
      'letter-opening',
      'letter-scope',
      'letter-rating',
      'letter-numbers',
      'letter-risks',
      'letter-measures',
      'letter-closing',
    ],
    detail: 'brief',
    grouping: 'severity',
    sentences: true,
    letter: true,
  },
  'retest-letter': {
    title: 'retestLetter',
    chapters: ['letter-head', 'letter-opening', 'letter-retest', 'letter-open', 'letter-closing'],
    detail: 'brief',
    grouping: 'retested',
    letter: true,
  },
  attestation: {
    title: 'attestation',
    chapters: [
      'letter-head',
      'letter-statement',
      'letter-scope',
      'letter-numbers',
      'letter-validity',
      'letter-closing',
    ],
    detail: 'brief',
    grouping: 'severity',
    letter: true,
  },
};

/** A template by its name; the technical one if none is said. */
export function templateOf(name: TemplateName | undefined): Template {
  return all[name ?? 'technical'];
}

/** What a deliverable with these options does with members that the interface does not name. */
export function otherMembersPrinting({
  template,
  showOtherMembers,
}: Pick<ReportOptions, 'template' | 'showOtherMembers'>): OtherMembersPrinting {
  if (showOtherMembers !== true) return 'not-chosen';
  return templateOf(template).detail === 'full' ? 'printed' : 'too-brief';
}

/** The chapters of a deliverable in order: what a person chose, or the template's own. */
export function chaptersOf({
  template,
  sections,
}: Pick<ReportOptions, 'template' | 'sections'>): readonly ChapterKey[] {
  return sections ?? templateOf(template).chapters;
}
