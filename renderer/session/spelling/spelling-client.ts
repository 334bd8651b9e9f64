import type { SpellingAnswer, SpellingQuestion } from '../workers/spelling-messages.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The page's end of the worker that checks spelling; it is started with the first question. */
export class SpellingClient {
  readonly #start: () => Worker;
  /** `broken`: this page can run none. */
  #worker: Worker | 'broken' | null = null;
  #asked = 0;
  readonly #waiting = new Map<number, (words: readonly string[]) => void>();

  /** @param start starts the worker; what it throws means that this page can run none */
  constructor(start: () => Worker) {
    this.#start = start;
  }

  /** Whether the worker failed, so that no word is judged. */
  get isBroken(): boolean {
    return this.#worker === 'broken';
  }

  /** @returns words; none if the worker failed */
  ask(question: Without<SpellingQuestion, 'id'>): Promise<readonly string[]> {
    const worker = (this.#worker ??= this.#started());
    if (worker === 'broken') return Promise.resolve([]);
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      worker.postMessage({ id, ...question });
    });
  }

  #started(): Worker | 'broken' {
    let worker: Worker;
    try {
      worker = this.#start();
    } catch {
      return 'broken';
    }
    worker.onmessage = ({ data }: MessageEvent<SpellingAnswer>) => {
      this.#waiting.get(data.id)?.(data.words);
      this.#waiting.delete(data.id);
    };
    worker.onerror = () => {
      this.#worker = 'broken';
      for (const resolve of this.#waiting.values()) resolve([]);
      this.#waiting.clear();
    };
    return worker;
  }
}
