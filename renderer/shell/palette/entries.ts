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
  /** Whether it belongs to the screen that the user is on. */
  readonly here?: boolean;
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
const hereGroup = 'On this screen';
/** What fits less exactly than the lines above it. */
const looseGroup = 'Other matches';

/** What a palette offers. */
export interface PaletteContext {
  readonly entries: readonly Entry[];
  /** Keys of entries, the last one first. */
  readonly recent: readonly string[];
  /** Findings that were opened last, the open one first. */
  readonly opened: readonly Entry[];
  /** Findings that the store found for what is typed. */
  readonly found: readonly Entry[];
}

/**
 * What a palette shows for what is typed. With nothing typed that is what is open and was used last, and then everything;
 * else the entries that fit: those that begin a word, the best heading first, and the others below them.
 */
export function shownOf(typed: string, context: PaletteContext): readonly ShownGroup[] {
  return typed.trim() === '' ? untyped(context) : fitting(typed, context);
}

function untyped({ entries, recent, opened }: PaletteContext): ShownGroup[] {
  const used = recent.flatMap((key) => entries.find((entry) => entry.key === key) ?? []).slice(0, maxRecent);
  const rest = entries.filter((entry) => !used.includes(entry));
  const [here, elsewhere] = [
    rest.filter((entry) => entry.here === true),
    rest.filter((entry) => entry.here !== true),
  ];
  const groups = [...Map.groupBy([...opened, ...elsewhere], ({ group }) => group)];
  const openedFirst = opened.length === 0 ? 0 : 1;
  const all = groups.toSpliced(openedFirst, 0, [recentGroup, used], [hereGroup, here]);
  return all
    .filter(([, own]) => own.length > 0)
    .map(([name, own]) => ({ name, shown: own.map((entry) => ({ entry, marks: [] })) }));
}

/** Among lines that fit nearly alike, what was used last is meant, then what belongs to the screen. */
const usedWeight = 4;
const hereWeight = 2;

interface Rated extends Shown {
  readonly score: number;
  readonly begins: boolean;
}

function fitting(typed: string, { entries, recent, found }: PaletteContext): ShownGroup[] {
  const rated = entries.flatMap((entry): readonly Rated[] => {
    const fit = fitOf(typed, entry.title);
    const best = fit?.begins === true ? fit : (besides(typed, entry) ?? fit);
    if (best === null) return [];
    const weight = (recent.includes(entry.key) ? usedWeight : 0) + (entry.here === true ? hereWeight : 0);
    return [{ entry, marks: best.marks, score: best.score + weight, begins: best.begins }];
  });
  const all = [...rated, ...found.map((entry) => foundFit(typed, entry))].toSorted(
    (one, two) => two.score - one.score,
  );
  const exact = all.filter(({ begins }) => begins);
  const loose = all.filter(({ begins }) => !begins);
  if (exact.length === 0) return grouped(loose, ({ entry }) => entry.group);
  return [...grouped(exact, ({ entry }) => entry.group), ...grouped(loose, () => looseGroup)];
}

function grouped(rated: readonly Rated[], nameOf: (one: Rated) => string): ShownGroup[] {
  return [...Map.groupBy(rated, nameOf)].map(([name, shown]) => ({
    name,
    shown: shown.slice(0, maxOfGroup),
  }));
}

/** A finding was found by its title, or by its identifier, which is exact. */
function foundFit(typed: string, entry: Entry): Rated {
  const fit = fitOf(typed, entry.title);
  return { entry, marks: fit?.marks ?? [], score: fit?.score ?? 100, begins: fit?.begins ?? true };
}

/** Found by a word of what stands beside the title, or by another word for it: worth less, and no letters are marked. */
function besides(typed: string, entry: Entry): Omit<Rated, 'entry'> | null {
  const fit = fitOf(typed, `${entry.title} ${entry.detail} ${entry.words ?? ''}`);
  return fit?.begins === true ? { score: fit.score / 2, marks: [], begins: true } : null;
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
