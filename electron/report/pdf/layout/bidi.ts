import bidiModule from 'bidi-js';
import type { Run } from './lines.ts';

/** The package's types describe its ES build, Node loads its CommonJS build: the default is the factory itself. */
const bidiFactory = bidiModule as unknown as typeof bidiModule.default;
const bidi = bidiFactory();

/** True when a paragraph begins, and so is read, from the right. */
export function readsFromRight(text: string): boolean {
  return bidi.getEmbeddingLevels(text, 'auto').paragraphs[0]?.level === 1;
}

/**
 * Puts the runs of one line into the order in which they are drawn from left to right. The writer draws each
 * word by itself, and the shaper turns the letters within a right-to-left word. So words and blanks become
 * runs of their own here.
 */
export function visualOrder(line: readonly Run[], fromRight: boolean): Run[] {
  const text = line.map((run) => run.text).join('');
  const { levels } = bidi.getEmbeddingLevels(text, fromRight ? 'rtl' : 'ltr');
  const words: { run: Run; level: number }[] = [];
  let offset = 0;
  for (const run of line) {
    for (const word of run.text.match(/\s+|[^\s]+/gu) ?? []) {
      let start = 0;
      for (let index = 1; index <= word.length; index += 1) {
        const level = levels[offset + start] ?? 0;
        if (index < word.length && levels[offset + index] === level) continue;
        const part = word.slice(start, index);
        words.push({ run: { ...run, text: level % 2 === 1 ? mirrored(part) : part }, level });
        start = index;
      }
      offset += word.length;
    }
  }
  const highest = Math.max(0, ...words.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1) {
    for (let start = 0; start < words.length; start += 1) {
      let end = start;
      while (end < words.length && (words[end]?.level ?? 0) >= level) end += 1;
      if (end > start) words.splice(start, end - start, ...words.slice(start, end).reverse());
      start = end;
    }
  }
  return words.map(({ run }) => run);
}

function mirrored(text: string): string {
  return Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('');
}
