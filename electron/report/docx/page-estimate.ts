/*
 * Word lays out pages, and nobody else does it as Word does. The numbers that fields show until Word reckons them anew are
 * estimated here, from how many letters have room in a line.
 */

/** How many letters of a kind have room beside each other, as a share of the size of type. */
const letterWidth = { text: 0.48, code: 0.55 } as const;

/** The lines that a text takes. @param width points of the column @param size points of the type */
export function lineCount(
  letters: number,
  width: number,
  size: number,
  kind: keyof typeof letterWidth = 'text',
): number {
  const perLine = Math.max(1, Math.floor(width / (size * letterWidth[kind])));
  return Math.max(1, Math.ceil(letters / perLine));
}

/** Counts pages while a document is written, from the heights of what stands on them. */
export class PageEstimate {
  #room: number;
  #used = 0;
  #page = 1;
  readonly #places = new Map<string, number>();

  /** @param room points between head and foot of a page */
  constructor(room: number) {
    this.#room = room;
  }

  /** Something of that height, which may go on over the end of a page. */
  add(height: number): void {
    this.#used += height;
    while (this.#used > this.#room) {
      this.#used -= this.#room;
      this.#page += 1;
    }
  }

  /** Something that stands on one page. */
  addWhole(height: number): void {
    if (this.#used + height > this.#room && this.#used > 0) this.newPage();
    this.add(Math.min(height, this.#room));
  }

  /** Points between head and foot from here on. */
  setRoom(room: number): void {
    this.#room = room;
  }

  /** The page that begins here bears that number. */
  restart(page: number): void {
    this.#page = page;
    this.#used = 0;
  }

  newPage(): void {
    if (this.#used === 0) return;
    this.#page += 1;
    this.#used = 0;
  }

  /** A place that fields lead to stands here. */
  place(target: string): void {
    this.#places.set(target, this.#page);
  }

  /** The page of a place, counted from 1. */
  pageOf(target: string): number {
    return this.#places.get(target) ?? 1;
  }

  get pages(): number {
    return this.#page;
  }
}
