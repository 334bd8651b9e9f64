/** Keeps panes of one text at the same part of it: when one is scrolled the others follow. */
export class CoupledScroll {
  readonly #panes = new Set<HTMLElement>();
  /** Where a pane was put, so that its own event for that leads no other. */
  readonly #put = new WeakMap<HTMLElement, number>();

  /** Takes a pane in. @returns lets it go */
  readonly join = (pane: HTMLElement): (() => void) => {
    const scrolled = (): void => {
      this.#follow(pane);
    };
    this.#panes.add(pane);
    pane.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      this.#panes.delete(pane);
      pane.removeEventListener('scroll', scrolled);
    };
  };

  #follow(led: HTMLElement): void {
    const { scrollTop } = led;
    const put = this.#put.get(led);
    this.#put.delete(led);
    if (put !== undefined && Math.abs(put - scrollTop) <= 1) return;
    const part = scrollTop / Math.max(1, roomOf(led));
    for (const pane of this.#panes) {
      const top = Math.round(part * roomOf(pane));
      if (pane === led || Math.abs(pane.scrollTop - top) <= 1) continue;
      this.#put.set(pane, top);
      pane.scrollTop = top;
    }
  }
}

/** How far (pixels) a pane can be scrolled. */
function roomOf({ scrollHeight, clientHeight }: HTMLElement): number {
  return scrollHeight - clientHeight;
}
