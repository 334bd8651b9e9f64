/** Puts the keys on an element as it appears: what had them has gone, or was there before anything else was. */
export function takeKeys(element: HTMLElement): void {
  element.focus();
}
