import { DossierError } from '#contract/error.ts';
import type { ReadableDb } from '#db/schema/types.ts';
import { Killed } from '../play/store.ts';

/** Tells what a piece of work has committed by now; it may be asked again and again. */
type Note = (db: ReadableDb) => void;

/**
 * Work of the program that goes on beside others, in several transactions. Whatever of it is committed is acknowledged:
 * the person sees it done, even if the program is killed before the work is over.
 */
export class Works {
  /** What work ended with that no person would be told. */
  broken: Error | null = null;
  readonly #db: () => ReadableDb;
  readonly #refused: (words: string) => void;
  readonly #going = new Set<Note>();

  /** @param refused is told of work that ended with a refusal */
  constructor(db: () => ReadableDb, refused: (words: string) => void) {
    this.#db = db;
    this.#refused = refused;
  }

  get idle(): boolean {
    return this.#going.size === 0;
  }

  /** Begins a piece of work; `told` is to be called wherever it shows how far it is. */
  begin(words: string, note: Note, work: (told: () => void) => Promise<unknown>): void {
    this.#going.add(note);
    const told = (): void => {
      if (this.#going.has(note)) note(this.#db());
    };
    const over = (): void => {
      told();
      this.#going.delete(note);
    };
    work(told).then(over, (error: unknown) => {
      const wasGoing = this.#going.has(note);
      over();
      if (error instanceof Killed || !wasGoing) return;
      if (error instanceof DossierError && error.code !== 'internal') {
        this.#refused(`${words}: refused, ${error.code}`);
        return;
      }
      this.broken = error instanceof Error ? error : new Error(String(error));
    });
  }

  /** The program is no more: what it has committed stands, the rest never happens. */
  cut(): void {
    for (const note of this.#going) note(this.#db());
    this.#going.clear();
  }
}
