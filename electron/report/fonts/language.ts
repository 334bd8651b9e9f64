/** Letters that only some of the languages in Arabic script have, the most telling first. */
const arabicScript: readonly (readonly [RegExp, string])[] = [
  [/[\u0679\u0688\u0691\u06ba\u06d2\u06be\u06c1]/u, 'ur'],
  [/[\u067c\u0689\u0693\u0696\u069a\u06bc\u06d0\u06cd]/u, 'ps'],
  [/[\u0695\u06b5\u06c6\u06ce]/u, 'ckb'],
  [/[\u067e\u0686\u0698\u06a9\u06af\u06cc]/u, 'fa'],
];

/** The tag of the language in which a text that runs from the right is most likely written. @param word the part of it that is asked about */
export function rightToLeftLanguage(text: string, word: string): string {
  if (/[\u0590-\u05ff\ufb1d-\ufb4f]/u.test(word)) return 'he';
  if (/[\u0700-\u074f]/u.test(word)) return 'syr';
  if (/[\u0780-\u07bf]/u.test(word)) return 'dv';
  return arabicScript.find(([letters]) => letters.test(text))?.[1] ?? 'ar';
}
