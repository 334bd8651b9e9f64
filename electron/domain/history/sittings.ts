import type { HistoryEntry } from '#contract/procedures/findings/findings.ts';
import { namesOf } from '../finding/labels/field-labels.ts';
import { changesIn, tell, type HistorySentence } from './history-strings.ts';

/** Longer between two entries, and they belong to two sittings. */
const pauseMs = 30 * 60_000;

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
  const sittings: ToldEntry[][] = [];
  for (const [at, entry] of entries.entries()) {
    const next = { entry, told: tell(entry, entries.slice(0, at)) };
    const last = sittings.at(-1)?.at(-1);
    if (last !== undefined && belongs(next, last)) sittings.at(-1)?.push(next);
    else sittings.push([next]);
  }
  return sittings.toReversed().map((sitting) => {
    const newestFirst = sitting.toReversed();
    return { side: sideOf(newestFirst[0]), says: summary(sitting), entries: newestFirst };
  });
}

function belongs(next: ToldEntry, last: ToldEntry): boolean {
  const pause = Date.parse(next.entry.at) - Date.parse(last.entry.at);
  return pause <= pauseMs && sideOf(next) === sideOf(last);
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
