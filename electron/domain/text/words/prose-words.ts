/** A word of a text, by its place there. */
export interface ProseWord {
  readonly word: string;
  readonly from: number;
  readonly to: number;
}

const edges = /^[^\p{L}\p{N}/\\@#$%&{}=<>~|+_.-]+|[^\p{L}\p{N}/\\@#$%&{}=<>~|+_-]+$/gu;
/** Addresses, paths, file names, identifiers, hashes, placeholders: nothing that a dictionary has. */
const technical = /[\\@#$%&{}=<>|~+\d_]|[\p{L}\p{N}][.:]+[\p{L}\p{N}]|^[-/.]|\/$|\/.*\//u;
const words = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
/** Abbreviations (`XSS`, `URLs`) and names in camel case (`onLoad`, `OAuth`). */
const named = /^\p{Lu}{2,}(?:['’]?s)?$|\p{Ll}\p{Lu}|^\p{Lu}{2,}\p{Ll}/u;

/**
 * The words of a text that can be looked up in a dictionary. Addresses, paths, identifiers, hashes and abbreviations are
 * left alone.
 */
export function proseWords(text: string, start = 0): readonly ProseWord[] {
  const found: ProseWord[] = [];
  for (const { 0: chunk, index } of text.matchAll(/[^\s*]+/gu)) {
    // Emphasis by `_word_` and struck words are marks, not names.
    const bare = chunk.replace(/^[_~]+|[_~]+(?=\P{L}*$)/gu, (marks) => ' '.repeat(marks.length));
    if (technical.test(bare.trim().replace(edges, ''))) continue;
    for (const { 0: word, index: at } of bare.matchAll(words)) {
      if ([...word].length < 2 || named.test(word)) continue;
      const from = start + index + at;
      found.push({ word, from, to: from + word.length });
    }
  }
  return found;
}
