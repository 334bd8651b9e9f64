import { untrack } from 'svelte';

/** What is saved as it is typed in a view. */
interface Saves {
  readonly unsaved: readonly unknown[];
  readonly isSending: boolean;
}

/**
 * What views that come and go save as it is typed. Views of one name share it, and it stays as long as something in it
 * is not saved: a lock takes nothing, and the next view shows it.
 */
export class SavesByName<T extends Saves> {
  readonly #known = new Map<string, { readonly saves: T; views: number }>();

  /** A view of this name comes. */
  enter(name: string, make: () => T): T {
    const known = this.#known.get(name);
    // A view that comes must not come again when all is saved.
    const isKept = known !== undefined && (known.views > 0 || untrack(() => isWritten(known.saves)));
    const one = isKept ? known : { saves: make(), views: 0 };
    one.views += 1;
    this.#known.set(name, one);
    return one.saves;
  }

  /** A view of this name goes. */
  leave(name: string): void {
    const one = this.#known.get(name);
    if (one === undefined) return;
    one.views -= 1;
    if (one.views <= 0 && !isWritten(one.saves)) this.#known.delete(name);
  }

  get isUnsaved(): boolean {
    return [...this.#known.values()].some(({ saves }) => saves.unsaved.length > 0);
  }
}

function isWritten({ unsaved, isSending }: Saves): boolean {
  return unsaved.length > 0 || isSending;
}
