import { describe, expect, it } from 'vitest';
import {
  HistoryEntries,
  type HistoryPlace,
  type WindowHistory,
} from '#renderer/shell/navigation/window-history.svelte.ts';

/** The history of a tab: entries, and which of them the tab is at. */
class Tab implements WindowHistory {
  readonly #entries: unknown[] = [null];
  #at = 0;

  get state(): unknown {
    return this.#entries[this.#at];
  }

  pushState(entry: unknown): void {
    this.#entries.splice(this.#at + 1, Infinity, structuredClone(entry));
    this.#at += 1;
  }

  replaceState(entry: unknown): void {
    this.#entries[this.#at] = structuredClone(entry);
  }

  go(by = 0): void {
    this.#at = Math.max(0, Math.min(this.#entries.length - 1, this.#at + by));
  }

  get length(): number {
    return this.#entries.length;
  }
}

const place = (screen: HistoryPlace['screen'], finding: string | null = null): HistoryPlace => ({
  project: 'acme',
  screen,
  section: null,
  finding,
});

/** A tab whose user went to the list, to a finding and to the report. */
function wandered() {
  const tab = new Tab();
  const entries = new HistoryEntries(tab);
  for (const one of [place('findings'), place('findings', 'f1'), place('report')]) entries.arrive(one);
  const step = (by: number, stays = false): HistoryPlace | null => {
    tab.go(by);
    return entries.move(tab.state, stays);
  };
  return { tab, entries, step };
}

describe('Back and Forward', () => {
  it('lead through the places that the user went to, each once', () => {
    const { tab, entries, step } = wandered();
    entries.arrive(place('report'));
    expect([tab.length, step(-1), step(-1), step(1), step(1)]).toEqual([
      3,
      place('findings', 'f1'),
      place('findings'),
      place('findings', 'f1'),
      place('report'),
    ]);
  });

  it('forget what lay ahead once the user goes elsewhere', () => {
    const { tab, entries, step } = wandered();
    step(-2);
    entries.settle(place('findings'));
    entries.arrive(place('queue'));
    expect([tab.length, step(-1)]).toEqual([2, place('findings')]);
  });

  it('take the step back while the user cannot leave', () => {
    const { tab, step } = wandered();
    const refused = step(-2, true);
    expect([refused, tab.state, step(-1)]).toEqual([
      null,
      { at: 2, place: place('report') },
      place('findings', 'f1'),
    ]);
  });

  it('keep where the user came instead, if what was there is gone', () => {
    const { tab, entries, step } = wandered();
    step(-1);
    entries.settle(place('findings'));
    expect([tab.state, tab.length]).toEqual([{ at: 1, place: place('findings') }, 3]);
  });

  it('go on where they were when the page is loaded again', () => {
    const { tab } = wandered();
    tab.go(-1);
    const entries = new HistoryEntries(tab);
    entries.arrive(place('findings', 'f1'));
    tab.go(1);
    expect([tab.length, entries.move(tab.state, false)]).toEqual([3, place('report')]);
  });

  it('lead nowhere by entries that are not of this program', () => {
    const { entries } = wandered();
    expect([entries.move(null, false), entries.move({ at: 'x', place: {} }, false)]).toEqual([null, null]);
  });
});
