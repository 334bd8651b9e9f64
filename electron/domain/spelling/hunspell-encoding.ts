/**
 * The encoding that a Hunspell dictionary names in its `.aff` file, as the web calls it: `ISO8859-1` becomes `iso-8859-1`.
 *
 * @param affixes the file, read as Latin-1
 */
export function hunspellEncoding(affixes: string): string {
  const named = /^\s*SET\s+(\S+)/mu.exec(affixes)?.[1] ?? 'ISO8859-1';
  return named.replace(/^ISO8859-/iu, 'iso-8859-').replace(/^microsoft-cp/iu, 'windows-');
}

/** Whether two texts look like the files of a Hunspell dictionary: rules, and a number with stems behind it. */
export function looksLikeHunspell(affixes: string, words: string): boolean {
  const hasRules = /^\s*(?:SET|TRY|FLAG|[SP]FX)\s/mu.test(affixes.replace(/^\uFEFF/u, ''));
  return hasRules && /^\uFEFF?\d+[ \t]*\r?\n\s*\S/u.test(words);
}
