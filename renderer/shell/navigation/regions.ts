/*
 * The parts of the window between which F6 leads: whatever is marked with `data-region`, in the order of the page. A
 * part that holds others gives way to them.
 */

/** Where focus was last in each part, so that it returns there. */
const lastFocused = new WeakMap<Element, WeakRef<HTMLElement>>();

const focusable =
  'input:not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled), ' +
  'a[href], summary, [tabindex="0"], [contenteditable="true"]';

/** The part to go to from the one with focus. @param at its place, -1 for none @returns -1 if there are none */
function nextRegion(at: number, by: 1 | -1, count: number): number {
  if (count === 0) return -1;
  if (at === -1) return by === 1 ? 0 : count - 1;
  return (at + by + count) % count;
}

/** Where a part wants focus. */
const placeForFocus = '[data-first]:not(:disabled), [role=grid]';

function isSeen(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function regions(): HTMLElement[] {
  const all = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isSeen);
  return all.filter((region) => !all.some((other) => other !== region && region.contains(other)));
}

/** Focuses a part: where focus was last, else where the part says (`data-first`) or on its table, else on its first control. */
function enter(region: HTMLElement): void {
  const last = lastFocused.get(region)?.deref();
  const chosen =
    last !== undefined && region.contains(last) && isSeen(last)
      ? last
      : (placeIn(region) ?? [...region.querySelectorAll<HTMLElement>(focusable)].find(isSeen) ?? region);
  take(chosen, region);
}

function placeIn(region: HTMLElement): HTMLElement | undefined {
  return [...region.querySelectorAll<HTMLElement>(placeForFocus)].find(isSeen);
}

/** A part without a control takes focus itself, so that its words are read. */
function take(chosen: HTMLElement, region: HTMLElement): void {
  if (chosen === region && !region.hasAttribute('tabindex')) region.tabIndex = -1;
  chosen.focus();
}

/** Moves focus out of a field: to the tab or button that shows what it stands in, else to the place of its part, else to the part itself. */
export function leaveField(field: EventTarget | null): void {
  if (!(field instanceof HTMLElement)) return;
  const region = field.closest<HTMLElement>('[data-region]');
  if (region === null) return;
  const tab = field.closest('[role=tabpanel]')?.getAttribute('aria-labelledby') ?? '';
  const opener = field.closest<HTMLElement>('[data-opener]')?.dataset['opener'] ?? tab;
  take(document.getElementById(opener) ?? placeIn(region) ?? region, region);
}

/** Goes to the part after or before the one with focus. */
export function goToRegion(by: 1 | -1): void {
  const all = regions();
  const now = document.activeElement;
  const at = all.findIndex((region) => region.contains(now));
  const from = all[at];
  if (from !== undefined && now instanceof HTMLElement) lastFocused.set(from, new WeakRef(now));
  const region = all[nextRegion(at, by, all.length)];
  if (region !== undefined) enter(region);
}

/** Whether focus is nowhere, or on a part that only holds others. */
function isLost(): boolean {
  const now = document.activeElement;
  return (
    now === null ||
    now === document.body ||
    (now.matches('[data-region]') && !regions().some((region) => region === now))
  );
}

/** Where focus was that was taken away: the control, what it stood in, and so on up to its part of the window. */
export interface LeftPlace {
  readonly region: HTMLElement;
  readonly within: readonly HTMLElement[];
}

/** To be asked as it gets focus: later it may be gone. @returns null for one that is in no part */
export function placeOf(control: EventTarget | null): LeftPlace | null {
  if (!(control instanceof HTMLElement)) return null;
  const within: HTMLElement[] = [];
  for (let at: HTMLElement | null = control; at !== null; at = at.parentElement) {
    if (at.matches('[data-region]')) return { region: at, within };
    within.push(at);
  }
  return null;
}

/**
 * Focuses the screen if focus is nowhere: what had it was removed.
 * @param left where that was: focus stays in that part while it is there, beside what had it
 */
export function focusIfLost(screen: HTMLElement | null, left: LeftPlace | null = null): void {
  if (screen === null || !isLost() || document.querySelector('dialog[open]') !== null) return;
  if (left !== null && regions().includes(left.region)) stay(left);
  else enter(regions().find((region) => screen.contains(region)) ?? screen);
}

function stay({ region, within }: LeftPlace): void {
  const beside =
    region.querySelector(placeForFocus) === null
      ? within
          .filter((one) => one.isConnected)
          .map((one) => [...one.querySelectorAll<HTMLElement>(focusable)].find(isSeen))
          .find((found) => found !== undefined)
      : undefined;
  if (beside === undefined) enter(region);
  else beside.focus();
}
