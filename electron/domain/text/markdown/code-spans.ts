import type { Nodes } from 'mdast';
import { detectFormat } from '../detect.ts';
import { positionsOf } from './markdown.ts';
import { piecesOf } from './pieces.ts';

/** A stretch of a source text, in its characters. */
export interface SourceRange {
  readonly from: number;
  readonly to: number;
}

/** Elements of HTML that hold code. */
const codeElements = /<(code|pre|samp|kbd|tt)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/giu;

/** Code, and what Markdown shows as it was written: a sign that is written otherwise would be seen. */
const verbatim: ReadonlySet<string> = new Set([
  'code',
  'inlineCode',
  'html',
  'image',
  'imageReference',
  'definition',
]);

/**
 * The places of code in a rich text, and of all else that is shown as written. Spans, fences and indented lines; in
 * HTML code elements, in Markdown HTML and images. A piece that is too long or too costly to read is shown so as a
 * whole. Never throws.
 */
export function codeSpans(source: string): readonly SourceRange[] {
  if (detectFormat(source) === 'html') {
    return Array.from(source.matchAll(codeElements), ({ index, 0: found }) => ({
      from: index,
      to: index + found.length,
    }));
  }
  try {
    return piecesOf(source).flatMap(({ kind, from, source: piece }) =>
      kind === 'markdown'
        ? codeIn(positionsOf(piece)).map((span) => ({ from: from + span.from, to: from + span.to }))
        : [{ from, to: from + piece.length }],
    );
  } catch (error) {
    if (error instanceof RangeError) return [{ from: 0, to: source.length }];
    throw error;
  }
}

function codeIn(node: Nodes): SourceRange[] {
  const { type, position } = node;
  if (verbatim.has(type)) {
    return [{ from: position?.start.offset ?? 0, to: position?.end.offset ?? 0 }];
  }
  return 'children' in node ? node.children.flatMap(codeIn) : [];
}
