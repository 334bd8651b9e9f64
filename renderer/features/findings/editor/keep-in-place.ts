/**
 * Keeps what has focus in a scrolling page at its place in the window, whatever comes or grows above it: what a colleague
 * or a sync brings moves nothing under the hands. It begins with a key, a click or focus, and ends with `release`.
 */
export class PlaceKeeper {
  #page: HTMLElement | null = null;
  #focused: Element | null = null;
  #top = 0;

  /** To be attached to the page, whose first element holds all of it. */
  readonly keep = (page: HTMLElement): (() => void) => {
    this.#page = page;
    const watching = new ResizeObserver(() => this.#restore());
    for (const part of page.querySelectorAll(':scope > *')) watching.observe(part);
    const note = (): void => this.#note();
    for (const event of events) page.addEventListener(event, note, { passive: true });
    return () => {
      watching.disconnect();
      for (const event of events) page.removeEventListener(event, note);
      this.#page = null;
      this.release();
    };
  };

  /** Another thing is shown: where its parts stand is for the page to say. */
  release(): void {
    this.#focused = null;
  }

  /** Where the focused element stands now is where it is to stay. */
  #note(): void {
    const at = document.activeElement;
    this.#focused = at !== null && this.#page?.contains(at) === true ? at : null;
    this.#top = this.#focused?.getBoundingClientRect().top ?? 0;
  }

  #restore(): void {
    if (this.#page === null || this.#focused === null) return;
    if (this.#focused !== document.activeElement) {
      this.release();
      return;
    }
    const moved = this.#focused.getBoundingClientRect().top - this.#top;
    if (moved !== 0) this.#page.scrollTop += moved;
  }
}

/** What the user does where they are; scrolling is what they wanted, too. */
const events = ['focusin', 'keydown', 'pointerup', 'scroll'] as const;
