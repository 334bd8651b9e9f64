import type { LanguageKey } from '#contract/deliverable/template.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import type { Words } from './strings.ts';

export type { LanguageKey } from '#contract/deliverable/template.ts';
export type { Words } from './strings.ts';

/** Another language is one more file, a line here and its key in the contract; forgetting one does not compile. */
const languages: Readonly<Record<LanguageKey, Words>> = { en, de };

/** The fixed words of a language. */
export function wordsOf(language: LanguageKey): Words {
  return languages[language];
}
