import { afterAll, beforeAll } from 'vitest';
import type { Api, PageAnswer, PageInput, PageProcedure } from '#renderer/api/api.ts';

type Answers = { readonly [N in PageProcedure]?: (input: PageInput<N>) => unknown };

/** By a name that is not known yet the compiler cannot follow what is answered. */
export function asAnswered<T>(value: unknown): T {
  return value as T;
}

/** A program that answers with what its store has at the call; the answer may be held back. */
export class Program {
  readonly #answers: Answers;
  readonly #held = new Map<PageProcedure, Promise<void>>();

  constructor(answers: Answers) {
    this.#answers = answers;
  }

  readonly api: Api = {
    call: async <N extends PageProcedure>(name: N, input: PageInput<N>): Promise<PageAnswer<N>> => {
      const answer = new Promise((resolve) => {
        resolve(structuredClone(this.#answers[name]?.(input)));
      });
      const held = this.#held.get(name);
      this.#held.delete(name);
      // A refusal is held back like any answer.
      await Promise.allSettled([held, answer]);
      return asAnswered(await answer);
    },
    subscribe: () => () => undefined,
  };

  /** Keeps the answer of the next such call back. @returns lets it come */
  hold(name: PageProcedure): () => Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(name, promise);
    return async () => {
      resolve();
      await settled();
    };
  }
}

/** What is ready has run. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

/** Row numbers as the wire carries them. */
export function words(...numbers: number[]): string {
  return Buffer.from(Uint32Array.from(numbers).buffer).toString('base64');
}

/** The window's Chromium reads and writes base64 by itself; Node gets that with its next version. */
export function withBase64(): void {
  beforeAll(() => {
    Object.assign(Uint8Array, { fromBase64: (text: string) => new Uint8Array(Buffer.from(text, 'base64')) });
    Object.assign(Uint8Array.prototype, {
      toBase64(this: Uint8Array) {
        return Buffer.from(this).toString('base64');
      },
    });
  });
  afterAll(() => {
    Reflect.deleteProperty(Uint8Array, 'fromBase64');
    Reflect.deleteProperty(Uint8Array.prototype, 'toBase64');
  });
}
