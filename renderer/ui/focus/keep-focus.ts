/*
 * Where the focus goes in a dialog or card when it opens, and when the focused element was removed. That was a finished
 * step, a busy button, or a part that has arrived. Else they would be nowhere, and Tab would begin anew.
 */

/** What is wrong comes before everything; then what the dialog names, then the first field. */
const wanted = [
  '[aria-invalid="true"]:enabled',
  '[data-autofocus]:not(:disabled)',
  'input:enabled, select:enabled, textarea:enabled',
] as const;

const pressable = 'button:enabled, a[href], summary';

function isSeen(element: HTMLElement): boolean {
  return element.checkVisibility({ visibilityProperty: true });
}

function firstSeen(root: HTMLElement, selector: string): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>(selector)].find(isSeen);
}

/** The control that is to have focus; what closes a dialog is left to the end. @returns null if there is none */
function firstControl(root: HTMLElement): HTMLElement | null {
  const named = wanted.map((selector) => firstSeen(root, selector)).find((found) => found !== undefined);
  return named ?? firstSeen(root, `:is(${pressable}):not(header *)`) ?? firstSeen(root, pressable) ?? null;
}

/**
 * Focuses the first control of an element, and again whenever focus is nowhere.
 * @returns ends it
 */
export function keepFocus(root: HTMLElement): () => void {
  let frame = 0;
  /** Where focus was put for want of anything better. */
  let makeshift: Element | null = null;

  function put(): void {
    const chosen = firstControl(root);
    chosen?.focus();
    makeshift = chosen !== null && wanted.some((selector) => chosen.matches(selector)) ? null : chosen;
  }

  function restore(): void {
    const now = document.activeElement;
    const lost = now === null || now === document.body || now === root;
    // What the dialog names may arrive later than the dialog.
    const late = now !== null && now === makeshift && firstSeen(root, wanted[1]) !== undefined;
    if (document.hasFocus() && (lost || late)) put();
  }

  function soon(): void {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(restore);
  }

  put();
  // What is taken away or disabled while it has focus tells nobody in every browser.
  const observer = new MutationObserver(soon);
  observer.observe(root, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
  };
}
