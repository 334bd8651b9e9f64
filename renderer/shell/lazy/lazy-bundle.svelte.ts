import { createImporter } from '#renderer/ui/import-again.ts';
import type * as rest from './lazy-screens.ts';

/**
 * All of the window but what it starts with. It is two thirds of the page's script, and parsing it would delay the
 * first row by a quarter of a second. So it loads behind the list, or when the user needs it.
 */
class RestOfWindow {
  #parts = $state.raw<typeof rest | null>(null);
  #failed = $state.raw(false);
  #isComing = false;
  readonly #import = createImporter(() => import('./lazy-screens.ts'));

  /** Null before it is there. */
  get parts(): typeof rest | null {
    return this.#parts;
  }

  /** Whether it could not be fetched: the program that the page is from has ended. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Fetches it once; after a failure again. */
  load(): void {
    if (this.#parts !== null || this.#isComing) return;
    this.#isComing = true;
    this.#failed = false;
    void this.#fetch();
  }

  async #fetch(): Promise<void> {
    try {
      this.#parts = await this.#import();
    } catch {
      this.#failed = true;
    } finally {
      this.#isComing = false;
    }
  }
}

/** That of this page: a page fetches each of its files once. */
export const lazyBundle = new RestOfWindow();
