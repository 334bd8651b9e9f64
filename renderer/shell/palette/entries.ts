import { engagementKey } from '#domain/engagement/engagement-key.ts';
import { fitOf } from './fuzzy.ts';

/** One line of the palette. */
export interface Entry {
  /** Kind and id, as they are remembered among what was used last. */
  readonly key: string;
  readonly group: string;
  readonly title: string;
  /** What tells it from others of the same title. */
  readonly detail: string;
  /** Other words by which it is found. */
  readonly words?: string;
  /** Keys that do the same, as they are written (`#renderer/session/commands/keys.ts`); null for none. */
  readonly keys: string | null;
  /** Why it cannot be done now, which is shown instead of doing it; absent or null if it can. */
  readonly off?: string | null;
  readonly run: () => void;
}

/** A line as it is shown: with the letters that fit. */
export interface Shown {
  readonly entry: Entry;
  readonly marks: readonly number[];
}

export interface ShownGroup {
  readonly name: string;
  readonly shown: readonly Shown[];
}

/** More lines of one heading than this are not read, but typed on. */
const maxOfGroup = 12;
/** What was used last and is offered before anything is typed. */
const maxRecent = 6;
const recentGroup = 'Recently used';

/**
 * What a palette shows for what is typed. With nothing typed that is what was used last, and then everything in its
 * order; else the entries that fit, the best heading first.
 * @param recent keys of entries, the last one first
 * @param found entries that another search found and that fit as they are; they stand last
 */
export function shownOf(
  typed: string,
  entries: readonly Entry[],
  recent: readonly string[],
  found: readonly Entry[],
): readonly ShownGroup[] {
  return typed.trim() === '' ? untyped(entries, recent) : fitting(typed, entries, recent, found);
}

function untyped(entries: readonly Entry[], recent: readonly string[]): ShownGroup[] {
  const used = recent.flatMap((key) => entries.find((entry) => entry.key === key) ?? []).slice(0, maxRecent);
  const rest = entries.filter((entry) => !used.includes(entry));
  const groups = [...Map.groupBy(rest, ({ group }) => group)];
  const all = [[recentGroup, used] as const, ...groups].filter(([, own]) => own.length > 0);
  return all.map(([name, own]) => ({ name, shown: own.map((entry) => ({ entry, marks: [] })) }));
}

/** Among lines that fit nearly alike, what was used last is meant. */
const usedWeight = 4;

function fitting(
  typed: string,
  entries: readonly Entry[],
  recent: readonly string[],
  found: readonly Entry[],
): ShownGroup[] {
  const rated = entries.flatMap((entry) => {
    const fit = fitOf(typed, entry.title) ?? besides(typed, entry);
    if (fit === null) return [];
    return [{ entry, marks: fit.marks, score: fit.score + (recent.includes(entry.key) ? usedWeight : 0) }];
  });
  const best = rated.toSorted((one, two) => two.score - one.score);
  const groups = [...Map.groupBy(best, ({ entry }) => entry.group)].map(([name, shown]) => ({
    name,
    shown: shown.slice(0, maxOfGroup),
  }));
  if (found.length === 0) return groups;
  const looked = found.map((entry) => ({ entry, marks: fitOf(typed, entry.title)?.marks ?? [] }));
  return [...groups, { name: looked[0]?.entry.group ?? '', shown: looked }];
}

/** Found by what stands beside the title, or by other words: worth less, and nothing of the title is marked. */
function besides(typed: string, entry: Entry): { score: number; marks: readonly number[] } | null {
  const fit = fitOf(typed, `${entry.title} ${entry.detail} ${entry.group} ${entry.words ?? ''}`);
  return fit === null ? null : { score: fit.score / 2, marks: [] };
}

/** What was used last, after one more use. */
export function usedAfter(recent: readonly string[], key: string): string[] {
  return [key, ...recent.filter((other) => other !== key)].slice(0, 20);
}

/** Without engagements that were destroyed: what is chosen next would bring their names back. @param projects null if they are not known */
export function stillThere(recent: readonly string[], projects: readonly string[] | null): readonly string[] {
  if (projects === null) return recent;
  const there = new Set(projects.map(engagementKey));
  return recent.filter((key) => !key.startsWith(engagementKey('')) || there.has(key));
}
