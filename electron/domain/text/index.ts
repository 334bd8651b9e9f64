import type { Root } from 'hast';
import { detectFormat } from './detect.ts';
import type { TextFormat } from './detect.ts';
import { beginningsIn, lighten, shownEmbedded } from './tree/embedded.ts';
import { parseHtml, unformattedHtml } from './html.ts';
import { literalRoot } from './tree/literal.ts';
import { parseMarkdown } from './markdown/markdown.ts';
import { piecesOf } from './markdown/pieces.ts';
import type { ReadBefore } from './read-before.ts';
import { visibleText } from './tree/visible.ts';

export { detectFormat } from './detect.ts';
export type { TextFormat } from './detect.ts';
export type { ReadBefore } from './read-before.ts';
export { holdsBlock, isBlock, safeHref } from './tree/allowed.ts';
export { visibleText } from './tree/visible.ts';

/**
 * Parses a rich text field into the one tree that screen, search and report read (design: "one tree, read
 * only"). `format` defaults to what `detectFormat` sees. The tree holds elements of a small allowed set, embedded
 * images and text; what a sanitiser would drop becomes text, as it was written. Never throws; what is too long, nests
 * too deep or is built to make a parser slow stands in it as preformatted text.
 *
 * @param before what was read of the same text before it was changed, which is taken over where it still holds
 */
export function parseText(
  source: string,
  format: TextFormat = detectFormat(source),
  before?: ReadBefore,
): Root {
  const given = lighten(source.replace(/^\ufeff/u, ''));
  if (format === 'html') return parseHtml(given);
  try {
    return parseMarkdown(given, before);
  } catch (error) {
    if (error instanceof RangeError) return literalRoot(shownEmbedded(given.text, given));
    throw error;
  }
}

/** The parts of a text, as typed, that `parseText` does not format for their size or shape. Never throws. */
export function unformattedIn(source: string): string[] {
  const given = lighten(source.replace(/^\ufeff/u, ''));
  if (detectFormat(source) === 'html') return unformattedHtml(given.text);
  return piecesOf(given.text).flatMap((piece) =>
    piece.kind === 'literal' ? [shownEmbedded(piece.source, given)] : [],
  );
}

/** Beginnings of the embedded data of which a text shows no more than that. Never throws. */
export function cutDataIn(source: string): string[] {
  const given = lighten(source.replace(/^\ufeff/u, ''));
  return given.embedded.length === 0 ? [] : beginningsIn(given, visibleText(parseText(source)));
}
