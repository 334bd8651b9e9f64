import { SvelteMap } from 'svelte/reactivity';
import { sessionPart } from '../account/account-session.ts';

/** Single fields that are kept by a button: what is typed, and what stood there before. */
class TextDrafts {
  readonly #texts = new SvelteMap<string, { readonly text: string; readonly before: string }>();

  /** What is typed in a field of this name; null if nothing was begun. */
  of(name: string): string | null {
    return this.#texts.get(name)?.text ?? null;
  }

  /** It was typed on, or with null kept or given up. @param before what the field held when it was begun */
  keep(name: string, text: string | null, before = ''): void {
    if (text === null) this.#texts.delete(name);
    else this.#texts.set(name, { text, before: this.#texts.get(name)?.before ?? before });
  }

  /** Whether the text of any field is another one than before. */
  get isWritten(): boolean {
    return [...this.#texts.values()].some(({ text, before }) => text !== before);
  }
}

/** What is typed in single fields, in the session of an account. */
export const textDraftsOf = sessionPart({
  make: () => new TextDrafts(),
  isUnsaved: (texts) => texts.isWritten,
});
