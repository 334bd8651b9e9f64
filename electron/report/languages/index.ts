import { de } from './de.ts';
import { en } from './en.ts';
import type { Words } from './words.ts';

export type { Words } from './words.ts';

/** The languages of deliverables by their keys: another one is one more file and a line here and in the contract. */
const languages = { en, de } as const satisfies Record<string, Words>;
export type LanguageKey = keyof typeof languages;

/** The fixed words of a language. */
export function wordsOf(language: LanguageKey): Words {
  return languages[language];
}
