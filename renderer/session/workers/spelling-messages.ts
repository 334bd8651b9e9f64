/** What the page asks of the worker that checks spelling; `id` comes back with the answer. */
export type SpellingQuestion = { readonly id: number } & (
  | { readonly kind: 'load'; readonly name: string; readonly affixes: string; readonly words: string }
  | { readonly kind: 'check'; readonly languages: readonly string[]; readonly words: readonly string[] }
  | { readonly kind: 'suggest'; readonly languages: readonly string[]; readonly word: string }
);

/** Words: the wrong ones, or those that are suggested. */
export interface SpellingAnswer {
  readonly id: number;
  readonly words: readonly string[];
}
