import { detectFormat, type TextFormat } from '../text/detect.ts';
import { mergeTokens } from './hunks.ts';
import { blocksOf, linesOf } from './tokens.ts';

/**
 * Three-way merge of a long text: Markdown by lines, HTML by blocks. Line ends count as one property of the
 * whole text, which merges by itself: an editor that turns CRLF into LF has not changed every line.
 *
 * @returns the merged text without any marker, or null for a conflict: changes that overlap or touch, another format,
 *   or differences too large to find
 */
export function mergeText(base: string, mine: string, theirs: string): string | null {
  const format = sharedFormat([base, mine, theirs]);
  if (format === null) return null;
  const cut = format === 'html' ? blocksOf : linesOf;
  const lineEnd = mergedLineEnd(base, mine, theirs);
  const unified = lineEnd === null ? (text: string) => text : withLf;
  const [before, left, right] = [cut(unified(base)), cut(unified(mine)), cut(unified(theirs))];
  const tokens = mergeTokens(before.tokens, left.tokens, right.tokens);
  if (tokens === null) return null;
  const merged = tokens.join(before.joint);
  return lineEnd === '\r\n' ? merged.replaceAll('\n', '\r\n') : merged;
}

export type LineEnd = '\n' | '\r\n';

/** The format that all of these texts have, blank ones aside; null if one of them has another. */
export function sharedFormat(texts: readonly string[]): TextFormat | null {
  const [format = 'markdown', ...others] = new Set(
    texts.filter((text) => text.trim() !== '').map((text) => detectFormat(text)),
  );
  return others.length > 0 ? null : format;
}

/** The line end of the merged text, or null if a text mixes them or the sides cannot agree on one. */
export function mergedLineEnd(base: string, mine: string, theirs: string): LineEnd | null {
  const [before, left, right] = [lineEndOf(base), lineEndOf(mine), lineEndOf(theirs)];
  if (before === 'mixed' || left === 'mixed' || right === 'mixed') return null;
  const ours = left ?? before ?? right;
  const others = right ?? before ?? left;
  if (ours === others) return ours ?? '\n';
  // Without line ends in the base nobody can say who changed them.
  if (before === null) return null;
  return ours === before ? others : ours;
}

/** Null for a text of one line. */
function lineEndOf(text: string): LineEnd | 'mixed' | null {
  const all = countOf(text, '\n');
  if (all === 0) return null;
  const pairs = countOf(text, '\r\n');
  if (pairs === 0) return '\n';
  return pairs === all ? '\r\n' : 'mixed';
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) count += 1;
  return count;
}

/** A text with every line end written as LF. */
export function withLf(text: string): string {
  return text.replaceAll('\r\n', '\n');
}
