import type { ChapterKey } from '#contract/deliverable/template.ts';
import type { PlaceholderName } from '#contract/engagement.ts';
import { placeholderMeanings } from '#domain/deliverable/placeholders.ts';
import { nearestName } from '#domain/text/words/nearest.ts';

/*
 * The places of a company's template that a report fills, by their names: `{{client}}` in a text, or a content control
 * whose tag is `client`. One table for the check, the writer and the documentation.
 */

/** A mark that words are put in place of. */
export type ValueMark = PlaceholderName | 'title' | 'subtitle' | 'period' | 'draft';

/** A mark that paragraphs are put in place of: a chapter, or all that no other mark has placed. */
export type BlockMark = ChapterKey | 'report';

/** What words stand for each mark in a text. */
export const valueMarks: Readonly<Record<ValueMark, string>> = {
  title: 'the title of the report',
  subtitle: 'what kind of report it is, if the title does not say so',
  ...placeholderMeanings,
  period: 'first and last day of the tests',
  draft: 'DRAFT, as long as the report is a draft',
};

/** What is printed in place of a paragraph with such a mark alone. */
export const blockMarks: Readonly<Record<BlockMark, string>> = {
  report: 'every chapter that has no mark of its own',
  cover: "the report's own cover",
  contents: 'the contents with page numbers',
  control: 'versions, distribution, contacts and team',
  management: 'the management summary',
  rating: 'the overall rating',
  strengths: 'the strengths',
  summary: 'all findings with their severity, and the chart',
  statistics: 'charts of the findings: scores, assets, categories, weaknesses',
  roadmap: 'the measures, by priority',
  risks: 'the gravest findings',
  assets: 'assets with their findings, and the matrix',
  changes: 'what changed since an edition',
  scope: 'scope, period and method',
  severities: 'what the severities mean',
  narrative: 'the attack narrative and its timeline',
  'attack-path': 'the attack path, as a figure and step by step',
  findings: 'the findings',
  retest: 'the verdicts of the rounds',
  conclusions: 'the conclusions',
  cleanup: 'files left behind and test accounts',
  limits: 'limits and disclaimer',
  appendices: 'the appendices',
  back: "the theme's company: name, address, phone, email, website",
  'letter-head': 'the head of a letter: sender, recipient, date and subject',
  'letter-opening': 'salutation and opening of a letter',
  'letter-statement': 'what an attestation states',
  'letter-scope': 'period, scope and method in brief',
  'letter-rating': 'the overall rating in one line',
  'letter-numbers': 'findings by severity, and how many are fixed',
  'letter-risks': 'the gravest findings with a sentence each',
  'letter-measures': 'the first measures of the roadmap',
  'letter-retest': 'the rounds of the retest, with the result of each finding',
  'letter-open': 'what is still open',
  'letter-validity': 'as of which day an attestation holds',
  'letter-closing': 'closing and signatures of a letter',
};

/** A name in double braces as it may be written. */
export const writtenMark = /\{\{[\s\u00a0]*([^{}]{0,80}?)[\s\u00a0]*\}\}/gu;

/** What a name of a mark means; capitals make no difference, because Word sets some by itself. */
export function markOf(
  written: string,
):
  | { readonly kind: 'value'; readonly mark: ValueMark }
  | { readonly kind: 'block'; readonly mark: BlockMark }
  | null {
  const name = written.toLowerCase();
  if (Object.hasOwn(valueMarks, name)) return { kind: 'value', mark: name as ValueMark };
  if (Object.hasOwn(blockMarks, name)) return { kind: 'block', mark: name as BlockMark };
  return null;
}

/** The mark whose name is closest to one that there is not; null if none is close. */
export function closestMark(written: string): string | null {
  return nearestName(written, [...Object.keys(valueMarks), ...Object.keys(blockMarks)]);
}
