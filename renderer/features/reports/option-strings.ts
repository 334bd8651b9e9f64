import type { Listing, ReportFormat, ReportGrouping } from '#contract/deliverable/choices.ts';
import type { ReportProgress } from '#contract/deliverable/report.ts';
import type { ReportSettings } from '#contract/procedures/deliverables/deliverable.ts';
import type { ChapterKey, LanguageKey, TemplateName } from '#contract/deliverable/template.ts';
import { starterTemplate } from '#contract/deliverable/word-template.ts';
import type { MaskedFinding, OmittedBody, SecretKind } from '#contract/deliverable/masks.ts';
import { counted, number, size } from '#renderer/ui/text/format.ts';
import type { ReportPace } from './report.state.svelte.ts';
import type { MadeReport } from './save-report.ts';

/** A template as it is offered. */
interface Offered {
  readonly label: string;
  /** What it is for, in one sentence. */
  readonly says: string;
}

export const templateWords: Readonly<Record<TemplateName, Offered>> = {
  technical: { label: 'Technical', says: 'Everything, for those who fix it.' },
  executive: {
    label: 'Executive',
    says: 'Summary, chart and top risks in prose, for those who decide. No payloads, no requests.',
  },
  retest: { label: 'Retest', says: 'Retest results, and changes since an earlier edition.' },
  single: { label: 'Single finding', says: 'One finding only.' },
  'by-asset': { label: 'By asset', says: 'Each asset with its findings, for those who run the systems.' },
  'summary-letter': {
    label: 'Summary letter',
    says: 'The results on two pages: rating, numbers, the gravest findings, what to do first.',
  },
  'retest-letter': { label: 'Retest letter', says: 'Confirms the result of the retest for each finding.' },
  attestation: {
    label: 'Attestation',
    says: 'One page to show to third parties: numbers by severity, no titles, no details.',
  },
};

/** What becomes of equal findings in a report. */
export const groupingWords: Readonly<Record<ReportGrouping | 'none', string>> = {
  none: 'Each by itself',
  title: 'As one, by title',
  rule: 'As one, by rule',
  cwe: 'As one, by CWE',
};

/** Of how many places of equal findings the requests are printed. */
export function placesLabel(count: number): string {
  return count === 0
    ? 'Not printed'
    : count === 1
      ? 'Of the first place'
      : `Of the first ${number(count)} places`;
}

export const templateNames = [
  'technical',
  'executive',
  'retest',
  'single',
  'by-asset',
  'summary-letter',
  'retest-letter',
  'attestation',
] as const satisfies readonly TemplateName[];

/** The theme that is always there. */
export const standingTheme = 'default';

/** What a theme is called. */
export function themeLabel(name: string): string {
  return name === standingTheme ? 'Dossier' : name;
}

/** The main choices in one line: "Technical · English · Dossier". */
export function optionsSaid({
  template,
  language,
  theme,
}: Pick<ReportSettings, 'template' | 'language' | 'theme'>): string {
  return [templateWords[template].label, languageWords[language], themeLabel(theme)].join(' · ');
}

/** What a template for Word is called. */
export function wordTemplateLabel(name: string): string {
  return name === starterTemplate ? 'Dossier starter' : name;
}

export const languageWords: Readonly<Record<LanguageKey, string>> = { en: 'English', de: 'Deutsch' };

export const listingWords: Readonly<Record<Listing, string>> = {
  all: 'All findings',
  high: 'Critical and high findings only',
  none: 'No findings',
};

export const formatWords: Readonly<Record<ReportFormat, Offered>> = {
  pdf: { label: 'PDF', says: 'for the client' },
  docx: { label: 'Word', says: 'to work on further' },
  html: { label: 'HTML', says: 'one file to read and to search' },
  xlsx: { label: 'Excel', says: 'findings, assets and a list of what is to be done' },
  csv: { label: 'CSV', says: 'for spreadsheets' },
  json: { label: 'JSON', says: 'for other programs' },
  markdown: { label: 'Markdown', says: 'for wikis, and to edit further' },
  jira: { label: 'Tickets for Jira', says: 'CSV to import' },
  github: { label: 'Tickets for GitHub', says: 'JSON for its API' },
  gitlab: { label: 'Tickets for GitLab', says: 'CSV to import' },
  azure: { label: 'Tickets for Azure DevOps', says: 'CSV to import' },
};

export const chapterWords: Readonly<Record<ChapterKey, string>> = {
  cover: 'Cover',
  contents: 'Contents',
  control: 'Versions, distribution, contacts, team',
  management: 'Management summary',
  rating: 'Overall rating',
  strengths: 'Strengths',
  summary: 'Findings at a glance',
  statistics: 'Findings in figures',
  roadmap: 'Roadmap',
  risks: 'Top risks',
  assets: 'Findings and assets',
  changes: 'Changes since an edition',
  scope: 'Scope and method',
  severities: 'Severity ratings',
  narrative: 'Attack narrative',
  'attack-path': 'Attack path',
  findings: 'Findings',
  retest: 'Retest',
  conclusions: 'Conclusions',
  cleanup: 'Files left behind, test accounts',
  limits: 'Limits',
  appendices: 'Appendices',
  back: 'Back page',
  'letter-head': 'Sender, recipient, subject',
  'letter-opening': 'Salutation and opening',
  'letter-statement': 'Statement of the test',
  'letter-scope': 'What was tested',
  'letter-rating': 'Overall rating in brief',
  'letter-numbers': 'Findings by severity',
  'letter-risks': 'The gravest findings',
  'letter-measures': 'What to do first',
  'letter-retest': 'Results of the retest',
  'letter-open': 'What is still open',
  'letter-validity': 'Validity',
  'letter-closing': 'Closing and signatures',
};

/**
 * All chapters in the order in which they are offered: the chosen ones as printed, each of the template's others after
 * its predecessor there, then the rest.
 */
export function sectionOrder(own: readonly ChapterKey[], chosen: readonly ChapterKey[]): ChapterKey[] {
  const order = [...chosen];
  for (const [at, key] of own.entries()) {
    if (order.includes(key)) continue;
    const before = own.slice(0, at).findLast((earlier) => order.includes(earlier));
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, key);
  }
  // Chapters of letters are offered in letters, those of reports in reports.
  const isOfLetter = (key: ChapterKey): boolean => key.startsWith('letter-');
  const inLetter = order.some(isOfLetter);
  const rest = (Object.keys(chapterWords) as ChapterKey[]).filter(
    (key) => !order.includes(key) && isOfLetter(key) === inLetter,
  );
  return [...order, ...rest];
}

const secretWords: Readonly<Record<SecretKind, readonly [string, string]>> = {
  authorization: ['credential', 'credentials'],
  cookie: ['cookie value', 'cookie values'],
  token: ['token', 'tokens'],
  password: ['password', 'passwords'],
  'private-key': ['private key', 'private keys'],
};

/** `3 cookie values` */
export function secretsSaid(kind: SecretKind, count: number): string {
  const [one, many] = secretWords[kind];
  return counted(count, one, many);
}

/** `2 bodies cut by 1.2 MB in all` */
export function cutSaid(bodies: readonly OmittedBody[]): string {
  const bytes = bodies.reduce((sum, body) => sum + body.bytes, 0);
  return `${counted(bodies.length, 'body', 'bodies')} cut by ${size(bytes)} in all`;
}

/** How much of the requests would not be printed, in one line. */
export function leftOutSaid(masks: readonly MaskedFinding[]): string {
  const hits = masks.flatMap((finding) => finding.hits).reduce((sum, { count }) => sum + count, 0);
  const values = masks.flatMap((finding) => finding.values).filter(({ kept }) => kept);
  const kept = values.reduce((sum, { count }) => sum + count, 0);
  const bodies = masks.flatMap((finding) => finding.leftOut);
  const said = [
    ...(hits === 0 ? [] : [`${counted(hits, 'secret')} masked`]),
    ...(kept === 0 ? [] : [`${counted(kept, 'secret')} kept`]),
    ...(bodies.length === 0 ? [] : [cutSaid(bodies)]),
  ];
  if (said.length === 0) return 'Nothing is left out of the requests.';
  return `${said.join(', ')}, in ${counted(masks.length, 'finding')}.`;
}

/** Words of the dialog of masked values. */
export const maskStrings = {
  title: 'Masked values and cut bodies',
  unchanged: 'The findings themselves stay as they were recorded.',
  none: 'No secret value',
  noneHint: 'No rule finds a secret in the requests, or masking is off.',
  mask: 'Mask',
  keep: 'Keep',
  untitled: 'Untitled',
  more: (count: number) => `and ${number(count)} more`,
  showMore: (count: number) => `Show more (${counted(count, 'value')})`,
  bytes: (count: number) => `${number(count)} bytes cut`,
  close: 'Close',
} as const;

/** A report that was saved: "Saved edition 2 (PDF, 34 pages, 20 findings, 1.2 MB)." */
export function madeSaid({ edition, format, pages, findings, bytes }: MadeReport): string {
  const facts = [
    formatWords[format].label,
    ...(pages === null ? [] : [counted(pages, 'page')]),
    counted(findings, 'finding'),
    size(bytes),
  ];
  return `Saved edition ${String(edition)} (${facts.join(', ')}).`;
}

const phaseWords: Readonly<Record<ReportProgress['phase'], string>> = {
  document: 'Reading the findings',
  layout: 'Laying out',
  pages: 'Drawing pages',
  writing: 'Writing the file',
};

/** How far a report is, for a person: "Laying out: 34 of 80". */
export function paceSaid({ phase, done, total }: Omit<ReportPace, 'project'>): string {
  const counts = phase === 'layout' || phase === 'pages';
  return total === null || total === 0 || !counts
    ? `${phaseWords[phase]}…`
    : `${phaseWords[phase]}: ${number(Math.min(done, total))} of ${number(total)}`;
}
