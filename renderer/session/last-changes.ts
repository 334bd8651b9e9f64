import { sessionPart } from './account/account-session.ts';

/** A change of the window that can be undone from the list. */
export interface UndoableChange {
  /** Says which change it is: a second one of the same takes the place of the first. */
  readonly key: string;
  readonly project: string;
  /** Undoes it. @returns what came of it, or null if the user was told already @throws ApiError */
  readonly undo: () => Promise<string | null>;
}

/** What undoing the last change came to; `busy`: another one is being undone. */
type LastUndone =
  | { readonly kind: 'none' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'undone'; readonly says: string | null };

/** So many changes are kept. */
const maxChanges = 100;

/** What was changed in the window, in the order in which it was. It lives as long as the page. */
export class LastChanges {
  #changes: readonly UndoableChange[] = [];
  #undoing = false;

  /** A change was made. */
  note(change: UndoableChange): void {
    this.forget(change.key);
    this.#changes = [...this.#changes, change].slice(-maxChanges);
  }

  /** A change was undone elsewhere, or cannot be undone any more. */
  forget(key: string): void {
    this.#changes = this.#changes.filter((change) => change.key !== key);
  }

  /** The last change whose key begins so; null if there is none. */
  lastOf(beginning: string): UndoableChange | null {
    return this.#changes.findLast(({ key }) => key.startsWith(beginning)) ?? null;
  }

  /** Undoes the last change of an engagement, one at a time; one that fails is not tried again. @throws ApiError */
  async undoLast(project: string): Promise<LastUndone> {
    if (this.#undoing) return { kind: 'busy' };
    const last = this.#changes.findLast((change) => change.project === project);
    if (last === undefined) return { kind: 'none' };
    this.#undoing = true;
    this.forget(last.key);
    try {
      return { kind: 'undone', says: await last.undo() };
    } finally {
      this.#undoing = false;
    }
  }
}

/** The changes of an account in this window. */
export const lastChangesOf = sessionPart<LastChanges>({ make: () => new LastChanges() });
