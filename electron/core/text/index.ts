import type { Root } from 'hast';
import { isCostlyMarkdown } from './cost.ts';
import { detectFormat } from './detect.ts';
import type { TextFormat } from './detect.ts';
import { parseHtml } from './html.ts';
import { literalRoot } from './literal.ts';
import { parseMarkdown } from './markdown.ts';

export { detectFormat } from './detect.ts';
export type { TextFormat } from './detect.ts';
export { isBlock, safeHref } from './allowed.ts';
export { visibleText } from './visible.ts';

/** Longer texts are shown as they were written: no person formats 200,000 characters by hand. */
const MAX_CHARACTERS = 200_000;

/**
 * Parses a rich text field into the one tree that screen, search and report read (design: "one tree, read
 * only"). `format` defaults to what `detectFormat` sees. The tree holds elements of a small allowed set and
 * text; what a sanitiser would drop stands in it as the text that it was written as. Never throws; a text that
 * is too long, nests too deep or is built to make a parser slow comes back whole, as preformatted text.
 */
export function parseText(source: string, format: TextFormat = detectFormat(source)): Root {
  if (source.length > MAX_CHARACTERS) return literalRoot(source);
  if (format === 'html') return parseHtml(source);
  if (isCostlyMarkdown(source)) return literalRoot(source);
  try {
    return parseMarkdown(source);
  } catch (error) {
    if (error instanceof RangeError) return literalRoot(source);
    throw error;
  }
}
