import type { Notices } from '#renderer/session/notices/notices.svelte.ts';

/** What is told of a decision. */
interface Telling {
  readonly row: number;
  /** What the candidate is called. */
  readonly title: string;
  readonly words: (title: string) => string;
  /** The way back. */
  readonly undo: () => void;
}

/** The notice of the decision made last, with the way back, for as long as there is one: also on another screen. */
export class DecisionToast {
  readonly #notices: Notices;
  #told: (Telling & { readonly notice: number | null }) | null = null;

  constructor(notices: Notices) {
    this.#notices = notices;
  }

  /** The candidate that it is about; null if nothing is told. */
  get row(): number | null {
    return this.#told?.row ?? null;
  }

  /** Takes the place of what was told before. */
  tell(telling: Telling): void {
    this.forget();
    this.#notices.done(telling.words(telling.title), { label: 'Undo', run: telling.undo });
    this.#told = { ...telling, notice: this.#notices.list.at(-1)?.id ?? null };
  }

  /** The candidate is called this by now: an edit made a moment before the decision was not read by then. */
  named(row: number, title: string): void {
    const told = this.#told;
    if (told === null || told.row !== row || told.title === title) return;
    // Not if the person has taken it away.
    if (this.#notices.list.some(({ id }) => id === told.notice)) this.tell({ ...told, title });
  }

  /** It stands no more. @param row if it is about this candidate; without, whatever it is about */
  forget(row?: number): void {
    if (this.#told === null || (row !== undefined && row !== this.#told.row)) return;
    if (this.#told.notice !== null) this.#notices.dismiss(this.#told.notice);
    this.#told = null;
  }
}
