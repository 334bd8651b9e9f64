import { untrack } from 'svelte';
import type { ScreenName } from '#contract/window/settings.ts';
import type { SectionName } from '#renderer/features/settings/sections.ts';
import type { Navigation } from './navigation.svelte.ts';

/** What an entry of the browser's history leads to. */
export interface HistoryPlace {
  readonly project: string;
  readonly screen: ScreenName;
  /** On the screen of the settings. */
  readonly section: SectionName | null;
  /** The one beside the list, on the screen of the findings. */
  readonly finding: string | null;
}

/** As the browser keeps it; `at` counts the entries, so that a step can be taken back. */
interface Entry {
  readonly at: number;
  readonly place: HistoryPlace;
}

/** What the browser's history is used for. */
export type WindowHistory = Pick<History, 'state' | 'pushState' | 'replaceState' | 'go'>;

/** Keeps an entry for every place that the user goes to, and tells where Back and Forward lead. */
export class HistoryEntries {
  readonly #history: WindowHistory;
  #now: Entry | null = null;

  constructor(history: WindowHistory) {
    this.#history = history;
  }

  /** The user is there now: a new entry, unless they are there already. */
  arrive(place: HistoryPlace): void {
    if (this.#now === null) {
      // A page that was loaded again stands where it stood among the others.
      this.#now = { at: entryOf(this.#history.state)?.at ?? 0, place };
      this.#history.replaceState(this.#now, '');
    } else if (!isSame(this.#now.place, place)) {
      this.#now = { at: this.#now.at + 1, place };
      this.#history.pushState(this.#now, '');
    }
  }

  /** The user came by Back or Forward and is here now, which may be another place than was wanted. */
  settle(place: HistoryPlace): void {
    if (this.#now === null || isSame(this.#now.place, place)) return;
    this.#now = { at: this.#now.at, place };
    this.#history.replaceState(this.#now, '');
  }

  /** Whether an entry is the one that the user is at. */
  isAt(state: unknown): boolean {
    return this.#now !== null && entryOf(state)?.at === this.#now.at;
  }

  /**
   * The browser went to another entry.
   * @param stays whether the user cannot leave now: the step is taken back
   * @returns where to go; null for nowhere
   */
  move(state: unknown, stays: boolean): HistoryPlace | null {
    const wanted = entryOf(state);
    const now = this.#now;
    if (wanted === null || now === null || this.isAt(state)) return null;
    if (stays) {
      this.#history.go(now.at - wanted.at);
      return null;
    }
    this.#now = wanted;
    return wanted.place;
  }
}

function isSame(one: HistoryPlace, two: HistoryPlace): boolean {
  return (
    one.project === two.project &&
    one.screen === two.screen &&
    one.section === two.section &&
    one.finding === two.finding
  );
}

/** An entry of this program; the browser gives back what was put there, also by a page from before an update. */
function entryOf(state: unknown): Entry | null {
  if (typeof state !== 'object' || state === null || !('at' in state) || !('place' in state)) return null;
  const { at, place } = state;
  return typeof at === 'number' && typeof place === 'object' && place !== null
    ? { at, place: place as HistoryPlace }
    : null;
}

function placeOf({ list, screen, section, opened }: Navigation): HistoryPlace {
  return {
    project: list.project,
    screen,
    section: screen === 'settings' ? section : null,
    finding: screen === 'findings' ? opened : null,
  };
}

/**
 * Lets Back and Forward of browser, mouse and keyboard move between the places of the window. A dialog that is open is
 * closed instead, which asks if something in it is unsaved. Inside a component's initialisation.
 */
export function keepHistory(work: Navigation): void {
  const entries = new HistoryEntries(window.history);
  /** While Back leads to a place, what is passed on the way is no place of its own. */
  let moving = 0;

  $effect(() => {
    if (!work.restored) return;
    const place = placeOf(work);
    untrack(() => {
      if (moving === 0) entries.arrive(place);
    });
  });

  async function moved({ state }: PopStateEvent): Promise<void> {
    // A step that was taken back.
    if (entries.isAt(state)) return;
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
    const place = entries.move(state, dialog !== undefined);
    if (dialog !== undefined) dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    if (place === null) return;
    moving += 1;
    try {
      await work.comeTo(place);
    } finally {
      moving -= 1;
      if (moving === 0) entries.settle(placeOf(work));
    }
  }

  $effect(() => {
    const listen = (event: PopStateEvent): void => void moved(event);
    window.addEventListener('popstate', listen);
    return () => window.removeEventListener('popstate', listen);
  });
}
