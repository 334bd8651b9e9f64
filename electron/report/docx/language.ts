import type { LanguageKey } from '../languages/index.ts';

/** The languages of a report as Word names them: the region decides hyphens and spelling. */
export const wordLanguages: Readonly<Record<LanguageKey, string>> = { en: 'en-GB', de: 'de-DE' };

const regions: Readonly<Record<string, string>> = {
  he: 'he-IL',
  ar: 'ar-SA',
  fa: 'fa-IR',
  ur: 'ur-PK',
  ps: 'ps-AF',
  ckb: 'ku-Arab-IQ',
  syr: 'syr-SY',
  dv: 'dv-MV',
};

/** A language that runs from the right, as Word names it. */
export function rightToLeftTag(language: string): string {
  return regions[language] ?? language;
}
