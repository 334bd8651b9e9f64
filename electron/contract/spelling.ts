/*
 * What checks the spelling of texts. Apart from schemas, because the pages know it too (`sizes.ts` says why).
 */

/** The dictionaries that come with the program, by the name that settings have for them. */
export const builtInDictionaries = [
  { name: 'en-US', label: 'English (US)' },
  { name: 'en-GB', label: 'English (UK)' },
] as const;
export type BuiltInDictionary = (typeof builtInDictionaries)[number]['name'];

/** Begins the name of a dictionary that the computer has; the rest is what its files are called: `system:de_DE`. */
export const systemDictionaryPrefix = 'system:';

/** So many characters a dictionary's two files have at most, together. */
export const maxDictionaryLength = 32 * 1024 * 1024;
/** So long is a word of one's own at most. */
export const longestOwnWord = 80;

/** What the texts of an engagement are checked against. */
export interface ProjectSpelling {
  /** Names of dictionaries, none: not checked; null: as the settings say. */
  readonly languages: readonly string[] | null;
  /** Words of its own. */
  readonly words: readonly string[];
}

/** A dictionary that was added, in the format of Hunspell. */
export interface AddedDictionary {
  readonly name: string;
  readonly bytes: number;
}
