/** Focuses an element as it appears: what had focus has gone, or was there before anything else was. */
export function takeFocus(element: HTMLElement): void {
  element.focus();
}
