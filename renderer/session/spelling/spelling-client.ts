import { startWorker } from '../workers/start-worker.ts';
import type { SpellingAnswer, SpellingQuestion } from '../workers/spelling-messages.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** The page's end of the worker that checks spelling; it is started with the first question. */
class SpellingClient {
  #worker: Worker | null = null;
  #asked = 0;
  readonly #waiting = new Map<number, (words: readonly string[]) => void>();

  /** @returns words; none if the worker could not be started */
  ask(question: Without<SpellingQuestion, 'id'>): Promise<readonly string[]> {
    this.#worker ??= this.#started();
    this.#asked += 1;
    const id = this.#asked;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#worker?.postMessage({ id, ...question });
    });
  }

  #started(): Worker {
    const worker = startWorker('spelling');
    worker.onmessage = ({ data }: MessageEvent<SpellingAnswer>) => {
      this.#waiting.get(data.id)?.(data.words);
      this.#waiting.delete(data.id);
    };
    worker.onerror = () => {
      for (const resolve of this.#waiting.values()) resolve([]);
      this.#waiting.clear();
    };
    return worker;
  }
}

/** That of this page: dictionaries are the same for every text. */
export const spellingClient = new SpellingClient();
