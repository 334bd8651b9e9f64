import type { HistoryEntry } from '#contract/procedures/findings/findings.ts';
import { namesOf } from '../finding/labels/field-labels.ts';
import { changesIn, tell, type HistorySentence } from './history-strings.ts';

/** Longer between two entries, and they belong to two sittings. */
const pauseMs = 30 * 60_000;

/**
 * Entries that follow each other without a longer pause, run by run.
 *
 * @param isSame whether two that follow each other may belong together at all
 */
export function runsOf<T>(
  entries: readonly T[],
  atOf: (entry: T) => string,
  isSame: (one: T, next: T) => boolean = () => true,
): readonly (readonly T[])[] {
  const runs: T[][] = [];
  for (const next of entries) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const pause = last === undefined ? 0 : Math.abs(Date.parse(atOf(next)) - Date.parse(atOf(last)));
    if (run !== undefined && last !== undefined && pause <= pauseMs && isSame(last, next)) run.push(next);
    else runs.push([next]);
  }
  return runs;
}

/** One entry with what it says. */
export interface ToldEntry {
  readonly entry: HistoryEntry;
  readonly told: HistorySentence;
}

/** What one side did without a longer pause: the user with the syncs of their changes, or others on the service. */
export interface Sitting {
  readonly side: 'own' | 'service';
  /** What was done, in one line. */
  readonly says: string;
  /** The newest first; never empty. */
  readonly entries: readonly ToldEntry[];
}

/** A finding's history folded by sitting, the newest first. @param entries the oldest first */
export function sittingsOf(entries: readonly HistoryEntry[]): readonly Sitting[] {
  const told = entries.map((entry, at) => ({ entry, told: tell(entry, entries.slice(0, at)) }));
  const sittings = runsOf(
    told,
    ({ entry }) => entry.at,
    (one, next) => sideOf(one) === sideOf(next),
  );
  return sittings.toReversed().map((sitting) => {
    const newestFirst = sitting.toReversed();
    return { side: sideOf(newestFirst[0]), says: summary(sitting), entries: newestFirst };
  });
}

/** What a sync does with the user's changes belongs to them. */
function sideOf(one: ToldEntry | undefined): Sitting['side'] {
  return one?.told.who === 'service' ? 'service' : 'own';
}

/** The fields that were changed, or else what the last entry says. */
function summary(sitting: readonly ToldEntry[]): string {
  const [only, ...others] = sitting;
  if (only !== undefined && others.length === 0) return only.told.says;
  const edited = sitting.filter(({ entry }) => entry.what === 'edited' || entry.what === 'changed');
  const names = [...new Set(edited.flatMap(({ entry }) => changesIn(entry).map(({ name }) => name)))];
  const verb = sideOf(only) === 'service' ? 'Changed on the service:' : 'Edited';
  return names.length === 0 ? (sitting.at(-1)?.told.says ?? '') : `${verb} ${namesOf(names)}`;
}
