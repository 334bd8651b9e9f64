/** Knows whether a part of the page has focus, or had it when the open dialog came over it. */
export class FocusWithin {
  readonly #part: () => Element | null;
  #had = false;

  constructor(part: () => Element | null) {
    this.#part = part;
  }

  /** To be told of every `focusin` of the document. */
  moved({ target }: Event): void {
    if (target instanceof Element && target.closest('dialog') === null) this.#had = this.#holds(target);
  }

  /** Whether it has focus now. */
  has(): boolean {
    const { activeElement } = document;
    return activeElement?.closest('dialog') == null ? this.#holds(activeElement) : this.#had;
  }

  #holds(element: Element | null): boolean {
    return this.#part()?.contains(element) === true && element !== null;
  }
}
