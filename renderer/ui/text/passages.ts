import type { MarkedPassage } from '#domain/text/words/marked-passages.ts';

/** Words of a text that something is said about, and what opens that. */
export interface Passages {
  /** `about` is shown when the mouse rests on the words, and read out with them. */
  readonly list: readonly (MarkedPassage & { readonly about: string })[];
  readonly onopen: (id: string) => void;
}
