import type { ImportedFile, ImportGroup, ImportLeftOut } from '#contract/procedures/findings/import.ts';
import { scanProblemText, type ScanProblem } from '#contract/scans/problem.ts';
import { counted, number, size } from '#renderer/ui/text/format.ts';
import type { ImportOutcome } from './arrangement.ts';
import type { ImportPhase } from './import-work.svelte.ts';

/** Words of the import. */
export const importStrings = {
  title: (engagement: string): string => `Import into ${engagement}`,
  drop: (engagement: string): string => `Drop scanner files to import them into ${engagement}`,
  noEngagement: 'Add an engagement first, then import scanner files into it.',
  stopped: 'Nothing was imported.',
  nothing: 'The files name no weakness.',
  nothingShown: 'No group matches the filter.',
  nothingNew: 'Nothing to queue: all of it is known here.',
  queue: (changes: number): string =>
    changes === 0 ? 'Queue changes' : `Queue ${counted(changes, 'change')}`,
  queued: 'Queuing…',
  filter: 'Filter groups',
  outcome: 'Outcome',
  all: 'All',
  list: 'Groups',
  detail: 'Group',
  select: (shown: number): string => `Select ${shown === 1 ? '1 group' : `all ${number(shown)} groups`}`,
  selected: (count: number): string => `${number(count)} selected`,
  merge: (count: number): string => (count < 2 ? 'Merge' : `Merge ${number(count)}`),
  mergeHint: 'Select two or more groups to make them one finding.',
  leaveOut: 'Leave out',
  putBack: 'Put back',
  hint: 'Arrow keys go through the list, Space selects, Enter renames, M merges, Delete leaves out.',
  untitled: 'Untitled',
  noSeverity: 'No severity',
  becomes: 'Import as',
  automatic: 'Automatic',
  matched: (group: ImportGroup): string => `Automatic: ${outcomeText(group)}`,
  choices: {
    new: 'New finding',
    finding: 'Another finding…',
    'leave-out': 'Leave out',
    leave: 'Leave closed',
    reopen: 'Reopen',
    retest: 'Ask for a retest',
  },
  whichFinding: 'Finding',
  titleField: 'Title',
  merged: (rules: number): string => `Made of ${counted(rules, 'rule')}.`,
  unmerge: 'Take apart',
  split: 'Split by asset',
  join: 'Put together again',
  part: 'One of several findings of a rule, each with one asset.',
  assets: (count: number): string => counted(count, 'asset'),
  images: (count: number): string => counted(count, 'image'),
  isNew: 'new',
  more: (count: number): string => `and ${number(count)} more`,
  rules: 'Severities and rules',
  rulesHint: 'Kept for this engagement once an import is queued.',
  minSeverity: 'Lowest severity',
  any: 'Any',
  severities: 'Severities of the tools',
  toolSeverity: (tool: string, severity: string): string => `${tool}: ${severity}`,
  leftOutLegend: 'Leave out',
  leaveOutSummary: (what: string): string => `Left out: ${what}`,
  files: 'Files',
  items: (count: number): string => counted(count, 'item'),
  problems: (count: number): string => counted(count, 'problem'),
  noKind: 'Not a scanner file',
} as const;

/** The switches of what the tools say themselves, in the order in which they are shown. */
export const leaveOutRules = [
  ['informational', 'Informational'],
  ['falsePositive', 'False positives of the tool'],
  ['suppressed', 'Suppressed in the tool'],
  ['closed', 'Fixed in the tool'],
] as const;

export const outcomeLabels: Readonly<Record<ImportOutcome, string>> = {
  new: 'New',
  extends: 'New assets',
  known: 'Known',
  closed: 'Closed',
  reopens: 'Reopens',
  retests: 'Retest',
  'left-out': 'Left out',
};

/** What becomes of a group, in a few words. */
export function outcomeText({
  outcome,
  added,
  reason,
}: Pick<ImportGroup, 'outcome' | 'added' | 'reason'>): string {
  const why = reason === null || reason === 'decided' ? '' : ` (${reasonTexts[reason]})`;
  switch (outcome) {
    case 'new':
      return 'New finding';
    case 'extends':
      return `${counted(added.length, 'new asset')}${why}`;
    case 'known':
      return `Known${why}`;
    case 'closed':
      return `Closed, stays as it is${why}`;
    case 'reopens':
      return `Reopens a closed finding${why}`;
    case 'retests':
      return `Asks for a retest of a closed finding${why}`;
  }
}

const reasonTexts: Readonly<Record<Exclude<NonNullable<ImportGroup['reason']>, 'decided'>, string>> = {
  origin: 'imported before',
  tag: 'same rule in its tags',
  'title-cwe': 'same title and weakness',
  'title-asset': 'same title and asset',
};

/** What rules left out, for one reason. */
export function leftOutText(reason: ImportLeftOut['reason'], count: number): string {
  return `${number(count)} ${leftOutTexts[reason]}`;
}

const leftOutTexts: Readonly<Record<ImportLeftOut['reason'], string>> = {
  informational: 'informational',
  'false-positive': 'false positive in the tool',
  suppressed: 'suppressed in the tool',
  closed: 'fixed in the tool',
  below: 'below the lowest severity',
  decided: 'left out by you',
};

/** How far the reading is. */
export function progressText({ kind, done, total }: Extract<ImportPhase, { readonly done: number }>): string {
  if (total === null) return 'Reading…';
  return `${kind === 'sending' ? 'Loading' : 'Reading'} ${size(done)} of ${size(total)}`;
}

/** One file in a line. */
export function fileText({ format, items, problems }: ImportedFile): string {
  const parts = [
    format ?? importStrings.noKind,
    importStrings.items(items),
    ...(problems.length === 0 ? [] : [importStrings.problems(problems.length)]),
  ];
  return parts.join(' · ');
}

/** A problem with its line. */
export function problemText(problem: ScanProblem): string {
  return scanProblemText(problem);
}
