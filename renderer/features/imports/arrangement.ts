import type {
  ImportChoices,
  ImportGroup,
  ImportLeftOut,
  ImportPreview,
} from '#contract/procedures/findings/import.ts';
import { foldSeverity } from '#domain/finding/labels/severity-names.ts';
import { severityKeys } from '#contract/value-lists.ts';

/** What the user made of the groups of an import. */
export type Arrangement = Pick<ImportChoices, 'merged' | 'split' | 'titles' | 'decisions'>;
/** What a group is to become, in place of what it is compared by. */
export type ImportDecision = Arrangement['decisions'][string];

export const untouched: Arrangement = { merged: [], split: [], titles: {}, decisions: {} };

/** Makes one finding of groups; it is called by the first. Those that were merged before come along. */
export function mergeGroups(arrangement: Arrangement, keys: readonly string[]): Arrangement {
  const whole = keys.flatMap((key) => arrangement.merged.find(([first]) => first === key) ?? [key]);
  if (whole.length < 2) return arrangement;
  const others = arrangement.merged.filter(([first]) => first === undefined || !keys.includes(first));
  const rest = new Set(whole.slice(1));
  return {
    ...arrangement,
    merged: [...others, whole],
    split: arrangement.split.filter((key) => !rest.has(key)),
  };
}

/** Takes a merged group apart again. */
export function unmergeGroup(arrangement: Arrangement, key: string): Arrangement {
  return { ...arrangement, merged: arrangement.merged.filter(([first]) => first !== key) };
}

/** Makes a finding of each asset of a group. */
export function splitGroup(arrangement: Arrangement, key: string): Arrangement {
  return { ...arrangement, split: [...arrangement.split.filter((other) => other !== key), key] };
}

/** Puts the parts of a group together again. */
export function joinParts(arrangement: Arrangement, key: string): Arrangement {
  return { ...arrangement, split: arrangement.split.filter((other) => other !== key) };
}

/** Gives a group another title; an empty one is the tool's again. */
export function renameGroup(arrangement: Arrangement, key: string, title: string): Arrangement {
  const titles = without(arrangement.titles, [key]);
  return { ...arrangement, titles: title.trim() === '' ? titles : { ...titles, [key]: title.trim() } };
}

/** Decides what groups become; null leaves it to the comparison. */
export function decideGroups(
  arrangement: Arrangement,
  keys: readonly string[],
  decision: ImportDecision | null,
): Arrangement {
  const decisions = without(arrangement.decisions, keys);
  if (decision !== null) for (const key of keys) decisions[key] = decision;
  return { ...arrangement, decisions };
}

function without<T>(members: Readonly<Record<string, T>>, keys: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([key]) => !keys.includes(key)));
}

/** One line of the preview: a group, or one that the user left out. */
export interface ImportLine {
  readonly key: string;
  readonly title: string;
  readonly severity: string;
  readonly outcome: ImportOutcome;
  /** Null if it was left out. */
  readonly group: ImportGroup | null;
}

export type ImportOutcome = ImportGroup['outcome'] | 'left-out';

/** The lines of a preview, the most severe first. They keep their places while titles and decisions change. */
export function linesOf({ groups, leftOut }: Pick<ImportPreview, 'groups' | 'leftOut'>): ImportLine[] {
  const decided = leftOut.filter(({ reason }) => reason === 'decided');
  const lines = [
    ...groups.map((group): ImportLine => {
      const { key, title, severity, outcome } = group;
      return { key, title, severity: severity ?? '', outcome, group };
    }),
    ...decided.map(({ key, title, severity }): ImportLine => {
      return { key, title, severity: severity ?? '', outcome: 'left-out', group: null };
    }),
  ];
  const ranks = new Map(lines.map(({ severity }) => [severity, rankOf(severity)]));
  const rank = ({ severity }: ImportLine): number => ranks.get(severity) ?? 0;
  return lines.sort((one, other) => rank(one) - rank(other) || (one.key < other.key ? -1 : 1));
}

function rankOf(severity: string): number {
  return severityKeys.indexOf(foldSeverity(severity) ?? 'unknown');
}

/** Which lines are shown. */
export interface ImportFilter {
  /** Words that title, key or an asset hold, in any case. */
  readonly text: string;
  readonly outcome: ImportOutcome | null;
}

/** The lines that a filter finds, in their order. */
export function filterLines(
  lines: readonly ImportLine[],
  { text, outcome }: ImportFilter,
): readonly ImportLine[] {
  const words = text
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0 && outcome === null) return lines;
  return lines.filter((line) => {
    if (outcome !== null && line.outcome !== outcome) return false;
    if (words.length === 0) return true;
    const { key, title, group } = line;
    const said = [title, key, ...(group?.asset ?? [])].join('\n').toLowerCase();
    return words.every((word) => said.includes(word));
  });
}

/** How many lines there are of each outcome. */
export function countOutcomes(lines: readonly ImportLine[]): ReadonlyMap<ImportOutcome, number> {
  const counts = new Map<ImportOutcome, number>();
  for (const { outcome } of lines) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

/** How many findings an import would make or change. Several groups may add to one. */
export function countChanges({ groups }: Pick<ImportPreview, 'groups'>): number {
  const changed = new Set<string>();
  for (const { outcome, key, finding, closed } of groups) {
    if (outcome === 'new') changed.add(`new ${key}`);
    else if (outcome === 'extends') changed.add(`of ${finding?.id ?? ''}`);
    else if (outcome === 'reopens' || outcome === 'retests')
      for (const { id } of closed) changed.add(`of ${id}`);
  }
  return changed.size;
}

/** What rules left out, by reason; what the user left out is a line of its own. */
export function leftOutByReason(
  leftOut: readonly ImportLeftOut[],
): ReadonlyMap<ImportLeftOut['reason'], readonly ImportLeftOut[]> {
  return Map.groupBy(
    leftOut.filter(({ reason }) => reason !== 'decided'),
    ({ reason }) => reason,
  );
}
