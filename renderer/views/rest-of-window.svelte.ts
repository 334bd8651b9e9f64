import type * as rest from './rest.ts';

type Parts = typeof rest;

/** So long after its first rows the window is left to the person (milliseconds). */
export const settlesMs = 400;

/**
 * All of the window but what it starts with. It is two thirds of the page's script, and to read it took a quarter of a second
 * before the first row was there; so it comes behind the list, or as soon as somebody goes where it is needed.
 */
class RestOfWindow {
  #parts = $state.raw<Parts | null>(null);
  /** It could not be fetched: the program that the page is from has ended. */
  failed = $state.raw(false);
  #loading: Promise<void> | null = null;

  /** Null before it is there. */
  get parts(): Parts | null {
    return this.#parts;
  }

  /** Fetches it once; after a failure again. Never rejects. */
  load(): Promise<void> {
    this.#loading ??= this.#load();
    return this.#loading;
  }

  async #load(): Promise<void> {
    this.failed = false;
    try {
      this.#parts = await import('./rest.ts');
    } catch {
      this.failed = true;
      this.#loading = null;
    }
  }
}

/** That of this page: a page fetches each of its files once. */
export const restOfWindow = new RestOfWindow();
