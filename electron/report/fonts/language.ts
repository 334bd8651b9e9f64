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

/** Both kana, their half width and the signs that stand among them alone: the repetition mark, the middle dot. */
const kana = /[\u3005\u3041-\u3096\u309b-\u309f\u30a1-\u30ff\u31f0-\u31ff\uff66-\uff9f]/gu;
/** Frequent letters of Chinese that Japanese does not write, or writes otherwise. */
const chineseOnly = new RegExp(
  `[${[
    '\u8fd9\u4eec\u4e3a\u8bf4\u65f6\u4f60\u5bf9\u8fc7\u53d1\u79cd\u7ecf\u4e48\u73b0\u52a8',
    '\u8fd8\u8fdb\u6837\u5f00\u5b9e\u957f\u5173\u4e1a\u4e24\u95f4\u95ee\u5e94\u5934\u89c1',
    '\u4ea7\u8bdd\u7ed9\u4e1c\u5458\u5904\u4e49\u8ba4\u9898\u522b\u53d8\u603b\u7535\u62a5',
    '\u7ed3\u52a1\u573a\u8ba1\u8d44\u8bb8\u7edf\u5219\u8fbe\u5f3a\u6743\u8bbe\u8bb0\u7c7b',
    '\u8be5\u89c4\u9886\u786e\u4f20\u5e08\u89c2\u8ba9\u8bc6\u5e26\u8fd0\u9875\u7801\u5f55',
    '\u8bc1\u9a8c\u8bbf\u8bf7\u8f93\u6237\u7f16\u8bd1\u7ebf\u8aaa\u60a8\u5417\u5462\u5427',
    '\u5011\u9ebc\u55ce',
  ].join('')}]`,
  'gu',
);

/** Whether a text is Japanese, whose Han letters have forms of their own: it has kana, and more of them than letters of Chinese. */
export function isJapanese(text: string): boolean {
  const letters = text.match(kana)?.length ?? 0;
  return letters > 0 && letters > (text.match(chineseOnly)?.length ?? 0);
}

/** Whether a text has letters that only Chinese writes. */
export function hasChineseLetters(text: string): boolean {
  return text.search(chineseOnly) >= 0;
}

/** How much of a document is Japanese; in `all` what has no kana, such as a title, is taken for Japanese too. */
export type JapaneseShare = 'none' | 'some' | 'all';

/** @param characters of the whole document, each once */
export function japaneseShare(characters: string): JapaneseShare {
  if (characters.search(kana) < 0) return 'none';
  return hasChineseLetters(characters) ? 'some' : 'all';
}
